import { resolve } from 'node:path';
import {
  didYouMean,
  type ErrorPlace,
  OrreryError,
  Problems,
  readRegularFile,
  whyUnreadable,
} from '../errors/index.js';
import type { Distro } from '../system/index.js';

/** Options for the environment of a run. */
export interface EnvironmentOptions {
  /** Variables by name, or `NAME=value` and `NAME`, which passes on the machine's value. */
  readonly env?: Readonly<Record<string, string>> | readonly string[] | undefined;
  /** Files of `NAME=value` lines; {@link env} overrides them. */
  readonly envFile?: string | readonly string[] | undefined;
  readonly distro?: Distro | undefined;
}

/** The environment that was given to a run, and the distribution that it names. */
export interface GivenEnvironment {
  readonly env: Readonly<Record<string, string>>;
  readonly distro: Distro;
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const DISTROS: readonly Distro[] = ['humble', 'iron', 'jazzy', 'kilted', 'lyrical', 'rolling'];
const DEFAULT_DISTRO = 'jazzy';

/**
 * Resolves `env` and `envFile` with the machine's environment.
 *
 * @throws OrreryError `ORR_ENVIRONMENT`
 */
export function givenEnvironment(
  { env = [], envFile = [], distro }: EnvironmentOptions,
  machine: NodeJS.ProcessEnv = process.env,
): GivenEnvironment {
  const given = new Map<string, string>();
  for (const file of typeof envFile === 'string' ? [envFile] : envFile) {
    for (const [name, value] of readEnvironmentFile(resolve(file), machine)) given.set(name, value);
  }
  const words = isList(env) ? env.map((word) => variableOf(word, machine)) : Object.entries(env);
  for (const [name, value] of words) given.set(checkedName(name, value), value);
  const named = distroOf(given.get('ROS_DISTRO'), distro);
  return { env: Object.fromEntries(given), distro: distro ?? named ?? DEFAULT_DISTRO };
}

function isList(env: NonNullable<EnvironmentOptions['env']>): env is readonly string[] {
  return Array.isArray(env);
}

/** `NAME=value`, or `NAME` of the machine. */
function variableOf(
  word: string,
  machine: NodeJS.ProcessEnv,
  place: ErrorPlace = {},
): readonly [name: string, value: string] {
  const assign = word.indexOf('=');
  if (assign >= 0) return [word.slice(0, assign), word.slice(assign + 1)];
  const value = machine[word];
  if (value !== undefined) return [word, value];
  const hint = didYouMean(word, Object.keys(machine)) || `; give it a value: ${word}=…`;
  throw refusal(`The environment variable "${word}" is not set on this machine${hint}`, place);
}

function checkedName(name: string, value: unknown, place: ErrorPlace = {}): string {
  if (!NAME.test(name)) {
    const why = 'a name has letters, digits and _, and does not begin with a digit';
    throw refusal(`"${name}" is not a valid name of an environment variable; ${why}.`, place);
  }
  if (typeof value !== 'string' || value.includes('\0')) {
    throw refusal(`The value of the environment variable "${name}" must be a string.`, place);
  }
  if (name === 'TZ' && value !== 'UTC') {
    const why = 'a run is always in UTC; convert times where they are shown';
    throw refusal(`The time zone cannot be given to a run (TZ=${value}): ${why}.`, place);
  }
  return name;
}

/** `ROS_DISTRO` as it was given, which must not contradict `--distro`. */
function distroOf(name: string | undefined, chosen: Distro | undefined): Distro | undefined {
  if (name === undefined) return undefined;
  const distro = DISTROS.find((each) => each === name);
  if (distro === undefined) {
    const hint = didYouMean(name, DISTROS) || `; known are ${DISTROS.join(', ')}.`;
    throw refusal(`ROS_DISTRO is "${name}", which is not a known distribution${hint}`);
  }
  if (chosen === undefined || chosen === distro) return distro;
  throw refusal(`ROS_DISTRO is "${name}", but the distribution chosen for the run is ${chosen}.`);
}

function* readEnvironmentFile(
  file: string,
  machine: NodeJS.ProcessEnv,
): Generator<readonly [string, string]> {
  let text: string;
  try {
    text = readRegularFile(file);
  } catch (cause) {
    const why = whyUnreadable(cause);
    throw refusal(`The environment file "${file}" cannot be read: ${why}.`, { file });
  }
  const problems = new Problems();
  for (const [index, raw] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const line = raw.trim().replace(/^export\s+/, '');
    if (line === '' || line.startsWith('#')) continue;
    const place = { file, line: index + 1, column: 1 };
    try {
      const [name, value] = variableOf(line, machine, place);
      const bare = unquoted(value.trim());
      yield [checkedName(name.trim(), bare, place), bare];
    } catch (error) {
      problems.absorb(error);
    }
  }
  problems.throwIfAny('ORR_ENVIRONMENT', `The environment file ${file}`);
}

/**
 * As in the files of `node --env-file`: quotes are removed; without quotes, ` #` begins a comment.
 */
function unquoted(value: string): string {
  const quoted = /^(["'`])(.*)\1(\s+#.*)?$/.exec(value);
  if (quoted === null) return value.replace(/\s+#.*$/, '');
  const [, quote, inner = ''] = quoted;
  return quote === '"' ? inner.replaceAll('\\n', '\n') : inner;
}

function refusal(message: string, place: ErrorPlace = {}): OrreryError {
  return new OrreryError('ORR_ENVIRONMENT', message, { place });
}
