import { existsSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import {
  didYouMean,
  OrreryError,
  type Place,
  readRegularFile,
  whyUnreadable,
} from '../../errors/index.js';
import { booleanValue } from './attribute_value.js';
import { CommandFailure, commandOutput } from './command_output.js';
import { evaluateExpression } from './evaluate_expression.js';
import { ExpressionMistake } from './expression_value.js';
import { placeOfPackage } from './is_left_out_file.js';
import type { LaunchContext } from './launch_context.js';
import { SUBSTITUTIONS } from './substitutions.js';
import { parseTemplate, type Substitution, type Template, TemplateMistake } from './template.js';
import { splitCommandText } from './word_splitter.js';

/** Ends the evaluation of one text: the mistake is in `message`, or was reported before. */
class Unresolved extends Error {}

type Performer = (args: readonly string[], context: LaunchContext, source: Substitution) => string;

function variable([name, fallback]: readonly string[], context: LaunchContext): string {
  const { configurations } = context.scope;
  context.readVariables.add(name!);
  if (configurations.has(name!)) {
    const value = configurations.get(name!);
    if (value === undefined) throw new Unresolved();
    return value;
  }
  if (fallback !== undefined) return fallback;
  const hint = didYouMean(name!, configurations.keys()) || '; declare it with "arg" or "let".';
  throw new Unresolved(`The launch variable "${name}" is not set here${hint}`);
}

function environment([name, fallback]: readonly string[], context: LaunchContext): string {
  const value = context.scope.env.get(name!);
  if (value !== undefined) return value;
  const { withheld, strict = false } = context.options;
  const isWithheld = withheld?.has(name!) ?? false;
  if (isWithheld && (strict || fallback === undefined)) {
    throw new Unresolved(
      `The environment variable "${name}" is set on this machine but was not given to the run; give it with --env ${name}.`,
    );
  }
  if (isWithheld) context.noteWithheld(name!);
  if (fallback !== undefined) return fallback;
  throw new Unresolved(
    `The environment variable "${name}" is not set; give it with --env ${name}=… or write $(env ${name} DEFAULT).`,
  );
}

function truth(text: string): boolean {
  const value = booleanValue(text);
  if (value === undefined) throw new Unresolved(`"${text}" is neither true nor false.`);
  return value;
}

function isClose(a: number, b: number): boolean {
  if (a === b) return true;
  if (!Number.isFinite(a) || !Number.isFinite(b)) return false;
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
}

const BOOLEAN_WORDS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);
const FLOAT = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;

/** Booleans are compared as such, numbers with a relative tolerance of 1e-9, the rest as text. */
function equals(a: string, b: string): boolean {
  const x = BOOLEAN_WORDS.get(a.toLowerCase());
  const y = BOOLEAN_WORDS.get(b.toLowerCase());
  if (x !== undefined && y !== undefined) return x === y;
  if (FLOAT.test(a) && FLOAT.test(b)) return isClose(Number(a), Number(b));
  return a === b;
}

/** What `$(command)` and `$(find-exec)` need. */
function requireCommands(form: string, context: LaunchContext, otherwise: string): void {
  if (context.options.allowCommand === true) return;
  throw new Unresolved(
    `${form} makes the launch depend on this machine; allow commands explicitly (--allow-command), or ${otherwise}.`,
  );
}

function command([text, onError]: readonly string[], context: LaunchContext): string {
  requireCommands('$(command) starts a program and', context, 'use "arg"');
  const words = splitCommandText(text!);
  if (words.length === 0) throw new Unresolved('$(command) has no command.');
  const handling = onError ?? 'fail';
  if (!['fail', 'warn', 'ignore', 'capture'].includes(handling)) {
    throw new Unresolved(`"${handling}" must be fail, warn, ignore or capture.`);
  }
  try {
    return commandOutput(words, context);
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    throw new Unresolved(`The command "${text}" failed (${error.message}).`);
  }
}

function fileContent([path]: readonly string[]): string {
  try {
    return readRegularFile(path!);
  } catch (cause) {
    throw new Unresolved(`The file "${path}" cannot be read: ${whyUnreadable(cause)}.`);
  }
}

function loopVariable([name, fallback]: readonly string[], context: LaunchContext): string {
  const value = context.loopVariables.get(name!) ?? fallback;
  if (value !== undefined) return value;
  const hint = didYouMean(name!, context.loopVariables.keys()) || '.';
  throw new Unresolved(`No "for" or "for_each" around this gives "${name}"${hint}`);
}

function executable([name]: readonly string[], context: LaunchContext): string {
  requireCommands(`$(find-exec ${name})`, context, 'write the path');
  for (const folder of (context.scope.env.get('PATH') ?? '').split(delimiter)) {
    const file = join(folder, name!);
    if (folder !== '' && existsSync(file)) return file;
  }
  throw new Unresolved(`The executable "${name}" is not in any folder of PATH.`);
}

function packagesOf(context: LaunchContext): NonNullable<LaunchContext['options']['packages']> {
  const { packages } = context.options;
  if (packages === undefined) throw new Unresolved('No package index was given for this launch.');
  return packages;
}

/** `$(eval)` may name the modules that it needs; only `math` can be used, which it always knows. */
function evaluate([text, modules = 'math']: readonly string[]): string {
  const others = modules.split(',').filter((name) => !['math', ''].includes(name.trim()));
  if (others.length > 0) {
    throw new Unresolved(
      `$(eval) of a launch file in XML or YAML cannot use the module ${others[0]!.trim()}, only math; write a Python launch file.`,
    );
  }
  return evaluateExpression(text!);
}

function packageFile([name, file]: readonly string[], context: LaunchContext): string {
  const path = join(packagesOf(context).packageShare(name!), file!);
  if (isAbsolute(file!) || !existsSync(path)) {
    throw new Unresolved(`"${file}" is not a file in the share folder of the package "${name}".`);
  }
  return path;
}

/** The prefix whose index has a resource, which nearly always has the name of the package that installs it. */
function resourcePrefix([type, name]: readonly string[], context: LaunchContext): string {
  const prefix = packagesOf(context).packagePrefix(name!);
  const index = join(prefix, 'share', 'ament_index', 'resource_index', type!);
  if (type === 'packages' || existsSync(join(index, name!))) return prefix;
  throw new Unresolved(`The package "${name}" has no resource of the type "${type}".`);
}

/** As Python joins paths: an absolute one replaces what stands before it. */
function joinPaths(parts: readonly string[]): string {
  return parts.reduce((path, part) => {
    if (part.startsWith('/') || path === '') return part;
    return path.endsWith('/') ? path + part : `${path}/${part}`;
  });
}

function globalParameter([name]: readonly string[], context: LaunchContext): string {
  for (const parameter of [...context.scope.parameters].reverse()) {
    if (parameter.kind === 'value' && parameter.name === name) return parameter.value;
  }
  throw new Unresolved(`No "set_parameter" gave a value to the parameter "${name}" before.`);
}

/**
 * Substitutions whose arguments are already expanded; `if`, which picks one of two, is separate.
 */
const PERFORMERS: ReadonlyMap<string, Performer> = new Map<string, Performer>([
  ['var', variable],
  ['env', environment],
  ['optenv', ([name, fallback], context) => environment([name!, fallback ?? ''], context)],
  ['dirname', (_, context) => dirname(context.file)],
  ['filename', (_, context) => context.file],
  [
    'find-pkg-share',
    ([name], context) => placeOfPackage(name!, 'share', packagesOf(context), context),
  ],
  ['ament-index-resource', resourcePrefix],
  ['find-pkg-file', packageFile],
  [
    'find-pkg-prefix',
    ([name], context) => placeOfPackage(name!, 'prefix', packagesOf(context), context),
  ],
  ['exec-in-pkg', ([exe, name], context) => packagesOf(context).executable(name!, exe!)],
  ['eval', evaluate],
  ['anon', ([name], context) => context.anonymousName(name!)],
  ['command', command],
  ['not', ([value]) => String(!truth(value!))],
  ['and', (values) => String(values.map(truth).every(Boolean))],
  ['or', (values) => String(values.map(truth).some(Boolean))],
  ['all', (values) => String(values.map(truth).every(Boolean))],
  ['any', (values) => String(values.map(truth).some(Boolean))],
  ['equals', ([left, right]) => String(equals(left!, right!))],
  ['not-equals', ([left, right]) => String(!equals(left!, right!))],
  ['for-var', loopVariable],
  ['index', loopVariable],
  ['string-join', ([separator, ...parts]) => parts.join(separator)],
  ['string-strip', ([text]) => text!.trim()],
  ['is-empty', ([text]) => String(text === '')],
  ['not-empty', ([text]) => String(text !== '')],
  ['path-join', joinPaths],
  ['find-exec', executable],
  ['file-content', fileContent],
  ['param', globalParameter],
  ['log_dir', (_, context) => context.options.logDirectory ?? 'log'],
  ['launch_log_dir', (_, context) => context.options.logDirectory ?? 'log'],
]);

/** Longer texts are refused: nested `let`s could double a text without end. */
const LONGEST = 1_000_000;

function perform(substitution: Substitution, context: LaunchContext): string {
  const { name, args, source } = substitution;
  const form = SUBSTITUTIONS.get(name);
  // Unknown names and wrong argument counts were reported by the validation.
  if (form === undefined || args.length < form.min || args.length > form.max) {
    throw new Unresolved();
  }
  if (name === 'if') {
    const chosen = truth(expandTemplate(args[0]!, context)) ? args[1] : args[2];
    return chosen === undefined ? '' : expandTemplate(chosen, context);
  }
  const performer = PERFORMERS.get(name);
  if (performer === undefined) throw new Unresolved();
  const values = args.map((argument) => expandTemplate(argument, context));
  try {
    return performer(values, context, substitution);
  } catch (error) {
    if (error instanceof ExpressionMistake) {
      throw new Unresolved(`The expression in ${source} is wrong: ${error.message}.`);
    }
    throw error;
  }
}

function expandTemplate(template: Template, context: LaunchContext): string {
  let text = '';
  for (const part of template) {
    text += part.kind === 'text' ? part.text : perform(part, context);
    if (text.length > LONGEST) throw new Unresolved(`The text is longer than ${LONGEST}.`);
  }
  return text;
}

/**
 * Expands a parsed text.
 *
 * @returns the text, or `undefined` after the mistake was reported
 */
export function expand(
  template: Template,
  context: LaunchContext,
  place: Place,
): string | undefined {
  try {
    return expandTemplate(template, context);
  } catch (error) {
    // When the time is used up, nothing more is looked for.
    if (error instanceof OrreryError && error.code !== 'ORR_WALL_LIMIT') {
      return context.refuse(error.code, error.message, place);
    }
    if (!(error instanceof Unresolved)) throw error;
    // An empty message: the reason was reported where it arose.
    if (error.message === '') return undefined;
    return context.refuse('ORR_LAUNCH_SUBSTITUTION', error.message, place);
  }
}

/** Parses and expands a text; grammar mistakes were reported by the validation. */
export function expandText(text: string, context: LaunchContext, place: Place): string | undefined {
  try {
    return expand(parseTemplate(text), context, place);
  } catch (error) {
    if (!(error instanceof TemplateMistake)) throw error;
    return context.refuse('ORR_LAUNCH_SUBSTITUTION', `${error.message}.`, place);
  }
}
