import { resolve } from 'node:path';
import { didYouMean, OrreryError } from '../../errors/index.js';
import type { DeclaredArgument, LaunchAction, LaunchDescription } from './actions.js';
import type { Entity } from './entity.js';
import { expandFile } from './expand.js';
import { fullyQualifiedName } from './expand_node.js';
import { LaunchContext, type LaunchOptions } from './launch_context.js';
import { parseLaunchSource, readLaunchSource } from './source.js';
import { allNodes, unmatchedParameterWarnings } from './unmatched_parameters.js';

function warnings(
  context: LaunchContext,
  actions: readonly LaunchAction[],
  file: string,
): readonly string[] {
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
  for (const name of Object.keys(context.options.args ?? {})) {
    if (context.declared.has(name)) continue;
    const hint = didYouMean(name, context.declared.keys()) || '.';
    result.push(`The argument "${name}" is not declared by ${file}${hint}`);
  }
  return result;
}

function describe(
  root: Entity | undefined,
  file: string,
  context: LaunchContext,
): LaunchDescription {
  const actions = root === undefined ? [] : expandFile(root, file, context);
  check(actions, context);
  context.problems.throwIfAny('ORR_LAUNCH_INVALID', `The launch file ${file}`);
  return {
    file,
    arguments: [...context.declared.values()],
    actions,
    warnings: warnings(context, actions, file),
  };
}

function check(actions: readonly LaunchAction[], { options, problems }: LaunchContext): void {
  try {
    options.check?.(actions);
  } catch (error) {
    problems.absorb(error);
  }
}

function throwIfPython(context: LaunchContext): void {
  const [first] = context.problems.sorted();
  if (first?.code === 'ORR_LAUNCH_PYTHON') throw first;
}

/**
 * Reads a YAML or XML launch file of ROS 2 with everything it includes, and expands it: the result
 * holds no substitution, condition, scope or include any more.
 *
 * Differences from `ros2 launch`, all in favour of one result on every machine: relative paths
 * start at the file they are written in; actions in a `timer` see the scope they are written in;
 * the environment is empty unless given; `$(anon)` counts; `$(command)` must be allowed.
 *
 * @param file path of a `.launch.yaml` or `.launch.xml`
 * @throws DescriptionError `ORR_LAUNCH_INVALID` whose `errors` are *all* mistakes of all files
 * @throws OrreryError `ORR_LAUNCH_PYTHON` for a Python launch file
 */
export function loadLaunchFile(file: string, options: LaunchOptions = {}): LaunchDescription {
  const path = resolve(file);
  const context = new LaunchContext(options);
  const root = readLaunchSource(path, context.problems, { file: path, line: 1, column: 1 });
  if (root === undefined) throwIfPython(context);
  return describe(root, path, context);
}

/** Like {@link loadLaunchFile} for a text in memory; `file` names it and anchors relative paths. */
export function loadLaunchText(
  text: string,
  file: string,
  options: LaunchOptions = {},
): LaunchDescription {
  const path = resolve(file);
  const context = new LaunchContext(options);
  return describe(parseLaunchSource(text, path, context.problems), path, context);
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
  const root = readLaunchSource(path, context.problems, { file: path, line: 1, column: 1 });
  if (root === undefined) throwIfPython(context);
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
        `"${word}" is no launch argument; write NAME:=VALUE.`,
      );
    }
    result.push([word.slice(0, assign), word.slice(assign + 2)]);
  }
  return Object.fromEntries(result);
}
