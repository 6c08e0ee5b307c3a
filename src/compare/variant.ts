import { OrreryError } from '../errors/index.js';
import { parseExecutorChoice } from '../models/index.js';

/** One way to run the system. */
export interface Variant {
  /** The variant's name in tables. */
  readonly name: string;
  /** The options of `orrery run` or `orrery launch` that define it. */
  readonly options: readonly string[];
}

/** The executor word for: as the system's files define it. */
const AS_IS = 'as-is';

/**
 * Every executor with every further set of options.
 *
 * @param executors - as after `--executor`; `as-is`: the executors that the files of the system
 *   define
 * @param sets - options as on a command line, e.g. `--models slow.yaml`
 * @throws OrreryError `ORR_EXECUTOR_POLICY`, `ORR_COMPARE_VARIANT`
 */
export function variantsOf(executors: readonly string[], sets: readonly string[]): Variant[] {
  const words = executors.length === 0 ? [AS_IS] : executors;
  const byExecutor = words.map((word): Variant => {
    if (word === AS_IS) return { name: AS_IS, options: [] };
    parseExecutorChoice(word);
    return { name: word, options: ['--executor', word] };
  });
  const bySet = sets.map((set) => ({ name: set, options: set.split(/\s+/).filter(Boolean) }));
  const all =
    bySet.length === 0
      ? byExecutor
      : byExecutor.flatMap((executor) =>
          bySet.map((set) => ({
            name: executors.length === 0 ? set.name : `${executor.name} ${set.name}`,
            options: [...executor.options, ...set.options],
          })),
        );
  const twice = all.find(({ name }, index) => all.findIndex((v) => v.name === name) !== index);
  if (twice !== undefined) {
    throw new OrreryError(
      'ORR_COMPARE_VARIANT',
      `The variant "${twice.name}" is given twice; name each variant once.`,
    );
  }
  return all;
}

/** The seeds of a text: `10` means the seeds 0 to 9, `3,7,11` those three. */
export function seedsOf(text: string): string[] {
  if (/^[1-9]\d{0,5}$/.test(text)) return Array.from({ length: Number(text) }, (_, i) => String(i));
  const seeds = text.split(',').filter(Boolean);
  if (seeds.length > 1 && new Set(seeds).size === seeds.length) return seeds;
  throw new OrreryError(
    'ORR_NUMBER',
    `The seeds "${text}" are not understood; give how many, e.g. 5, or different seeds separated by commas, e.g. 3,7,11.`,
  );
}
