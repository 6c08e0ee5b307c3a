import { printNote } from './print.js';

/** In real time: by then, the first run of a usual system has ended. */
const PATIENCE_MS = 10_000;
/** Options that say when a run ends, as words and as commander names them. */
const WORDS = /^--(until|until-topic|until-played|until-exit|wall-limit)(=|$)/;
const NAMES = ['until', 'untilTopic', 'untilPlayed', 'untilExit', 'wallLimit'] as const;

/** Whether the options of a command say when a run ends. */
export function sayWhenItEnds(options: { readonly [Name in (typeof NAMES)[number]]?: unknown }) {
  return NAMES.some((name) => options[name] !== undefined);
}

/** Whether one of the words does. */
export function hasEnd(words: readonly string[]): boolean {
  return words.some((word) => WORDS.test(word));
}

/**
 * A command that makes many runs shows nothing before the first has ended, and without an end it may never have. After
 * a while, this says so, unless the function that it returns is called before.
 */
export function adviseEnd(isGiven: boolean): () => void {
  if (isGiven) return () => {};
  const timer = setTimeout(() => {
    printNote('Nothing says when a run ends; if none does by itself, add e.g. --until 10s.\n');
  }, PATIENCE_MS);
  timer.unref();
  return () => clearTimeout(timer);
}
