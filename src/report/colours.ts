/**
 * Colours that people with any colour vision can distinguish from each other and from white. The first seven differ
 * clearly even without red, green or blue; the other seven are for further names. `colours.test.ts` checks the
 * distances.
 */
const COLOURS = ['#1f3874', '#ac4c10', '#0d8163', '#650a21', '#783ef4', '#bb9d1b', '#05acc7'];
const MORE = ['#82353e', '#e31269', '#c35ba0', '#9b79ed', '#61419c', '#5319da', '#788e3a'];
/** The same hues for dark ground. */
const ON_DARK = ['#94b0e7', '#8d5337', '#6cfdce', '#d77780', '#815af0', '#fad43c', '#006d7f'];
const MORE_ON_DARK = ['#bf5763', '#eba0b0', '#bd80a6', '#8978bc', '#a786f0', '#5c4ec4', '#839c42'];
const OF_EVERY_NODE = /^\/(parameter_events|rosout|clock)$/;
export const NEUTRAL_COLOUR = '#8a94a0';
/** From good to bad, for any colour vision and on light and dark ground. */
export const BADNESS = ['#1c5fc4', '#2f93c4', '#7fae8f', '#d8a400', '#cf6a1e', '#a3201f'] as const;

/**
 * Assigns a colour to each name: first to topics, then to names of several words, such as timers.
 *
 * @param onDark - whether the ground is dark; the hues are the same
 */
export function coloursOf(names: Iterable<string>, onDark = false): ReadonlyMap<string, string> {
  const colours = onDark ? [...ON_DARK, ...MORE_ON_DARK] : [...COLOURS, ...MORE];
  const ordered = [...new Set(names)].filter((name) => !OF_EVERY_NODE.test(name)).sort(topicsFirst);
  return new Map(ordered.map((name, i) => [name, colours[i % colours.length]!]));
}

/** The name that determines the colour of a timer, subscription, service and so on. */
export function colourKey(kind: string, node: string, name: string): string {
  return kind === 'timer' ? `${node} ${name}` : name;
}

/** @param level - as from {@link badnessLevel} */
export function colourOfBadness(level: number): string {
  return BADNESS[level]!;
}

/** @param badness - from 0 to 1 */
export function badnessLevel(badness: number): number {
  return Math.min(BADNESS.length - 1, Math.floor(badness * BADNESS.length) || 0);
}

/** On colours at least this bright, black is easier to read than white. */
const BLACK_FROM = 0.27;

/** Black or white, whichever is readable on the colour. */
export function inkOn(colour: string): string {
  // The square approximates the transfer curve of sRGB.
  const part = (at: number) => (Number.parseInt(colour.slice(at, at + 2), 16) / 255) ** 2;
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5) > BLACK_FROM ? '#111' : '#fff';
}

function topicsFirst(a: string, b: string): number {
  return Number(a.includes(' ')) - Number(b.includes(' ')) || (a < b ? -1 : 1);
}
