/**
 * Colours that people with any colour vision tell apart, after Okabe and Ito (2008), without black and
 * with a second round for the topics after the seventh.
 */
const COLOURS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#b8a900'];
const DARKER = ['#00456b', '#8c6100', '#00614a', '#874f6e', '#2f7aa6', '#8a3d00', '#6e6500'];
/** The same hues, for dark ground. */
const LIGHTER = ['#5aa9d6', '#f2cc80', '#6fc9ae', '#e6bcd3', '#a9d9f4', '#ee9a5f', '#dcd06e'];
const OF_EVERY_NODE = /^\/(parameter_events|rosout|clock)$/;
export const NEUTRAL_COLOUR = '#8a94a0';
/** From good to bad, for any colour vision and on light and dark ground. */
const BADNESS = ['#0072b2', '#3d8fa8', '#8a9a5b', '#d99a00', '#dd6e1c', '#c2321f'];

/**
 * A colour for each name: topics first, then what has a name of several words, such as timers.
 *
 * @param onDark - whether the ground is dark; the hues are the same
 */
export function coloursOf(names: Iterable<string>, onDark = false): ReadonlyMap<string, string> {
  const colours = [...COLOURS, ...(onDark ? LIGHTER : DARKER)];
  const ordered = [...new Set(names)].filter((name) => !OF_EVERY_NODE.test(name)).sort(topicsFirst);
  return new Map(ordered.map((name, i) => [name, colours[i % colours.length]!]));
}

/** What a timer, subscription, service … is of: this decides its colour. */
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

/** Black or white, whichever can be read on the colour. */
export function inkOn(colour: string): string {
  const part = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  return 0.299 * part(1) + 0.587 * part(3) + 0.114 * part(5) > 140 ? '#111' : '#fff';
}

function topicsFirst(a: string, b: string): number {
  return Number(a.includes(' ')) - Number(b.includes(' ')) || (a < b ? -1 : 1);
}
