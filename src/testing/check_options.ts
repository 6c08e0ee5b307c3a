import { didYouMean, OrreryError } from '../errors/index.js';
import type { PlayedBag } from '../system/index.js';
import type { SimulateOptions } from './simulate.js';

/** The keys of a type; one that is missing or too much does not compile. */
type Keys<T> = Readonly<Record<keyof T, true>>;

const OPTIONS: Keys<SimulateOptions> = {
  ...{ allowCommand: true, allowFailure: true, args: true, bags: true, clockAdvances: true },
  ...{ delays: true, digest: true, directory: true, distro: true, disturb: true, doctor: true },
  ...{ env: true, envFile: true, executors: true, exitCodeByEnd: true, initialTime: true },
  ...{ instantLimit: true, live: true, measure: true, messageLimit: true, models: true },
  ...{ monitorTimeout: true, packages: true, programArgs: true, rate: true, rosArgs: true },
  ...{ seed: true, stdin: true, strict: true },
  ...{ until: true, untilExit: true, untilPlayed: true, untilTopic: true, wallLimit: true },
};

const BAG: Keys<PlayedBag> = {
  ...{ announceEnd: true, clock: true, clockTopics: true, delay: true, end: true, exclude: true },
  ...{ excludeRegex: true, excludeServices: true, excludeTypes: true, loop: true, name: true },
  ...{ order: true, path: true, progress: true, qosOverrides: true, rate: true, regex: true },
  ...{ remap: true, services: true, start: true, startAtFirst: true, startPaused: true },
  ...{ topics: true, types: true },
};

/**
 * Refuses options that do not exist, so that a misspelt one is not taken for its default.
 *
 * @throws OrreryError `ORR_SIMULATE_OPTION`
 */
export function checkOptions(options: SimulateOptions): void {
  checkKeys(options, OPTIONS, 'simulate()');
  for (const [index, bag] of (options.bags ?? []).entries()) {
    if (typeof bag !== 'string') checkKeys(bag, BAG, `bags[${index}] of simulate()`);
  }
}

function checkKeys(given: object, known: Readonly<Record<string, true>>, of: string): void {
  for (const key of Object.keys(given)) {
    if (Object.hasOwn(known, key)) continue;
    const names = Object.keys(known);
    const hint = didYouMean(key, names) || `; its options are ${names.join(', ')}.`;
    throw new OrreryError('ORR_SIMULATE_OPTION', `"${key}" is not an option of ${of}${hint}`);
  }
}
