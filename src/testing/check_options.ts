import { inspect } from 'node:util';
import { didYouMean, type KnownNames, OrreryError } from '../errors/index.js';
import type { PlayedBag } from '../system/index.js';
import type { SimulateOptions } from './simulate.js';

/** What kind of value an option takes, in words and as a check. */
interface Kind {
  readonly words: string;
  readonly allows: (value: unknown) => boolean;
}

const isText = (value: unknown) => typeof value === 'string';
const isList = (value: unknown) => Array.isArray(value);
const isObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const FLAG: Kind = { words: 'true or false', allows: (value) => typeof value === 'boolean' };
const TEXT: Kind = { words: 'a string', allows: isText };
const WHOLE: Kind = { words: 'a whole number', allows: Number.isInteger };
const POSITIVE: Kind = {
  words: 'a whole number above 0',
  allows: (value) => Number.isInteger(value) && Number(value) > 0,
};
const BIG: Kind = { words: 'a bigint', allows: (value) => typeof value === 'bigint' };
const LIST: Kind = { words: 'a list', allows: isList };
const OBJECT: Kind = { words: 'an object', allows: isObject };
const AMOUNT: Kind = {
  words: 'a string or a finite number',
  allows: (value) => isText(value) || Number.isFinite(value),
};
const TEXTS: Kind = {
  words: 'a list of strings',
  allows: (value) => Array.isArray(value) && value.every(isText),
};
const SOME_TEXTS: Kind = {
  words: 'a string or a list of strings',
  allows: (value) => isText(value) || TEXTS.allows(value),
};
const MODELS: Kind = {
  words: 'a file, an object or a list of these',
  allows: (value) => [value].flat().every((each) => isText(each) || isObject(each)),
};
const PAIRS: Kind = {
  words: 'an object or a list of strings',
  allows: (value) => isObject(value) || TEXTS.allows(value),
};

/** An option that takes one of these words, as on the command line. */
function oneOf(...names: readonly string[]): Kind {
  const words = names.map((name) => `'${name}'`).join(', ');
  return { words: `one of ${words}`, allows: (value) => names.includes(value as string) };
}

const OPTIONS: Readonly<Record<keyof SimulateOptions, Kind>> = {
  ...{ allowCommand: FLAG, allowFailure: FLAG, args: OBJECT, attach: TEXTS, bags: LIST },
  ...{ clockAdvances: FLAG },
  ...{ delays: TEXT, digest: oneOf('content', 'order', 'off'), directory: TEXT },
  ...{ distro: oneOf('humble', 'iron', 'jazzy', 'kilted', 'lyrical', 'rolling') },
  ...{ disturb: AMOUNT, doctor: FLAG, env: PAIRS, envFile: SOME_TEXTS, executors: TEXTS },
  ...{ exitCodeByEnd: FLAG, initialTime: BIG, instantLimit: WHOLE, live: OBJECT, measure: TEXT },
  ...{ messageLimit: POSITIVE, models: MODELS, monitorTimeout: AMOUNT, packages: TEXTS },
  ...{ programArgs: TEXTS, rate: AMOUNT, rosArgs: TEXTS, seed: AMOUNT, stdin: TEXT, strict: FLAG },
  ...{ until: AMOUNT, untilExit: SOME_TEXTS, untilPlayed: FLAG, untilTopic: SOME_TEXTS },
  ...{ wallLimit: AMOUNT, without: TEXTS },
};

const BAG: KnownNames<PlayedBag> = {
  ...{ announceEnd: true, clock: true, clockTopics: true, delay: true, end: true, exclude: true },
  ...{ excludeRegex: true, excludeServices: true, excludeTypes: true, loop: true, name: true },
  ...{ order: true, path: true, progress: true, qosOverrides: true, rate: true, regex: true },
  ...{ remap: true, services: true, start: true, startAtFirst: true, startPaused: true },
  ...{ topics: true, types: true },
};

/**
 * Refuses options that do not exist, so that a misspelt one does not silently keep its default, and values that an
 * option cannot have.
 *
 * @throws OrreryError `ORR_SIMULATE_OPTION`
 */
export function checkOptions(options: SimulateOptions): void {
  if (!isObject(options)) refuse(`The options of simulate() are ${shown(options)}, not an object`);
  checkKeys(options, OPTIONS, 'simulate()');
  for (const [name, kind] of Object.entries(OPTIONS)) {
    const value: unknown = options[name as keyof SimulateOptions];
    if (value === undefined || kind.allows(value)) continue;
    refuse(`The option "${name}" of simulate() is ${shown(value)}; give ${kind.words}`);
  }
  for (const [index, bag] of (options.bags ?? []).entries()) {
    const of = `bags[${index}] of simulate()`;
    if (typeof bag === 'string') continue;
    if (!isObject(bag)) refuse(`${of} is ${shown(bag)}; give a path or an object`);
    checkKeys(bag, BAG, of);
  }
}

/** Refuses a target that names no program. @throws OrreryError `ORR_SIMULATE_OPTION` */
export function checkTarget(target: unknown): void {
  const names = Array.isArray(target) ? target : [target];
  const wrong = names.find((name) => !isText(name) && !(name instanceof URL));
  if (names.length > 0 && wrong === undefined) return;
  refuse(`simulate() cannot run ${shown(target)}; name a launch file or the files of programs`);
}

function shown(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  return inspect(value, {
    depth: 1,
    breakLength: Infinity,
    maxStringLength: 60,
    maxArrayLength: 4,
  });
}

function refuse(sentence: string): never {
  throw new OrreryError('ORR_SIMULATE_OPTION', `${sentence}.`);
}

function checkKeys(given: object, known: Readonly<Record<string, unknown>>, of: string): void {
  for (const key of Object.keys(given)) {
    if (Object.hasOwn(known, key)) continue;
    const names = Object.keys(known);
    const hint = didYouMean(key, names) || `; its options are ${names.join(', ')}.`;
    throw new OrreryError('ORR_SIMULATE_OPTION', `"${key}" is not an option of ${of}${hint}`);
  }
}
