import { resolve } from 'node:path';
import { didYouMean, OrreryError, type Place } from '../../errors/index.js';
import type { DeclaredArgument, LaunchAction, LaunchDescription } from './actions.js';
import { expandFile, expandLaunchFile } from './expand.js';
import { fullyQualifiedName } from './expand_node.js';
import { isPythonLaunchFile } from './expand_python.js';
import { LaunchContext, type LaunchOptions } from './launch_context.js';
import { parseLaunchSource, readLaunchSource } from './source.js';
import { allNodes, unmatchedParameterWarnings } from './unmatched_parameter_warnings.js';

function warnings(actions: readonly LaunchAction[]): readonly string[] {
  const result = unmatchedParameterWarnings(actions);
  const names = new Map<string, number>();
  for (const { name, namespace } of allNodes(actions)) {
    if (name === null) continue;
    const full = fullyQualifiedName(namespace, name);
    names.set(full, (names.get(full) ?? 0) + 1);
  }
  for (const [name, count] of names) {
    if (count > 1) result.push(`${count} nodes have the full name ${name}.`);
  }
  return result;
}

/**
 * Arguments that were given and that nothing declares or reads. Where files may declare more than
 * could be seen, because a condition left something out, that is a warning.
 */
function checkArguments(context: LaunchContext, file: string): void {
  const { declared, readVariables, mayDeclareMore, warnings, options } = context;
  for (const name of Object.keys(options.args ?? {})) {
    if (declared.has(name) || readVariables.has(name)) continue;
    const names = [...declared.keys()];
    const known = names.length === 0 ? '; it declares none.' : `; it declares ${names.join(', ')}.`;
    const hint = didYouMean(name, names) || known;
    const message = `The argument "${name}" is not declared by ${file}${hint}`;
    if (mayDeclareMore) warnings.push(message);
    else context.refuse('ORR_LAUNCH_ARGUMENT', message, placeOf(file));
  }
}

function describe(
  expand: () => readonly LaunchAction[],
  file: string,
  context: LaunchContext,
): LaunchDescription {
  const actions = expand();
  check(actions, context);
  checkArguments(context, file);
  context.problems.throwIfAny('ORR_LAUNCH_INVALID', `The launch file ${file}`);
  return {
    file,
    arguments: [...context.declared.values()],
    actions,
    warnings: [...warnings(actions), ...context.warnings],
  };
}

function check(
  actions: readonly LaunchAction[],
  { options, problems, leftOutPackages }: LaunchContext,
): void {
  try {
    options.check?.(actions, leftOutPackages);
  } catch (error) {
    problems.absorb(error);
  }
}

/**
 * Reads a YAML, XML or Python launch file of ROS 2 with everything it includes, and expands it: the
 * result no longer holds a substitution, condition, scope or include.
 *
 * Differences from `ros2 launch`, all for the same result on every machine: relative paths
 * are relative to the file that contains them; actions in a `timer` see the scope that contains
 * them; the environment is empty unless given; `$(anon)` counts; `$(command)` must be allowed. A
 * Python launch file is a program: Python runs it once, while it is loaded.
 *
 * @param file path of a `.launch.yaml`, `.launch.xml` or `.launch.py`
 * @throws DescriptionError `ORR_LAUNCH_INVALID` whose `errors` are *all* mistakes of all files
 */
export function loadLaunchFile(file: string, options: LaunchOptions = {}): LaunchDescription {
  const path = resolve(file);
  const context = new LaunchContext(options);
  return describe(() => expandLaunchFile(path, placeOf(path), context), path, context);
}

function placeOf(file: string): Place {
  return { file, line: 1, column: 1 };
}

/** Like {@link loadLaunchFile} for a text in memory; `file` names it and anchors relative paths. */
export function loadLaunchText(
  text: string,
  file: string,
  options: LaunchOptions = {},
): LaunchDescription {
  const path = resolve(file);
  const context = new LaunchContext(options);
  const root = parseLaunchSource(text, path, context.problems);
  const expand = () => (root === undefined ? [] : expandFile(root, path, context));
  return describe(expand, path, context);
}

/**
 * The arguments that a launch file and the files it includes declare (`--show-args`). Works without
 * values for required arguments; what cannot be reached without them is left out.
 *
 * @throws DescriptionError `ORR_LAUNCH_INVALID` if the file itself cannot be read
 */
export function readLaunchArguments(
  file: string,
  options: LaunchOptions = {},
): readonly DeclaredArgument[] {
  const path = resolve(file);
  const context = new LaunchContext(options);
  if (isPythonLaunchFile(path)) {
    expandLaunchFile(path, placeOf(path), context);
    return [...context.declared.values()];
  }
  const root = readLaunchSource(path, context.problems, placeOf(path));
  context.problems.throwIfAny('ORR_LAUNCH_INVALID', `The launch file ${path}`);
  if (root !== undefined) expandFile(root, path, context);
  return [...context.declared.values()];
}

/**
 * Parses `name:=value` arguments of the command line.
 *
 * @throws OrreryError `ORR_LAUNCH_ARGUMENT`
 */
export function parseLaunchArguments(words: readonly string[]): Record<string, string> {
  const result: [string, string][] = [];
  for (const word of words) {
    const assign = word.indexOf(':=');
    if (assign < 1) {
      throw new OrreryError(
        'ORR_LAUNCH_ARGUMENT',
        `"${word}" is not a launch argument; write NAME:=VALUE.`,
      );
    }
    result.push([word.slice(0, assign), word.slice(assign + 2)]);
  }
  return Object.fromEntries(result);
}
