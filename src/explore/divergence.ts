import type { NodeInputs } from '../record/index.js';

/** Where a node sees another order than in the default run. */
export interface Divergence {
  readonly node: string;
  /** How many callbacks of the node come before. */
  readonly index: number;
  /** When it sees `first`, in ns since the start of the run; when it would see `instead` if there is no `first`. */
  readonly at: number;
  /** What it sees there, e.g. `/cmd`; undefined: nothing more. */
  readonly first: string | undefined;
  /** What it sees there by default; undefined: nothing more. */
  readonly instead: string | undefined;
  /** Whether it also sees `first` by default, after `instead`. */
  readonly early: boolean;
  /** Whether the node sees both in both runs, or would have, but in reverse order. */
  readonly reversed: boolean;
  /** Their numbers at their publishers; 0: it is not a message. */
  readonly numbers: { readonly first: number; readonly instead: number };
  /** When it sees `instead` by default, in ns since the start of the run; undefined: there is none. */
  readonly insteadAt: number | undefined;
}

/** The earliest place at which a node sees another order; undefined if every node sees what it sees by default. */
export function divergenceOf(
  standard: NodeInputs | undefined,
  failing: NodeInputs | undefined,
): Divergence | undefined {
  if (standard === undefined || failing === undefined) return undefined;
  const found = Object.keys(standard.nodes).flatMap((node) => {
    const divergence = divergenceAt(standard, failing, node);
    return divergence === undefined ? [] : [divergence];
  });
  // A reversal is more informative than something that is missing because the run failed.
  found.sort((a, b) => Number(b.early) - Number(a.early) || a.at - b.at);
  return found[0];
}

/** The first place at which this node sees another order. */
export function divergenceAt(
  standard: NodeInputs,
  failing: NodeInputs,
  node: string,
): Divergence | undefined {
  const [left, right] = [eventsOf(standard, node), eventsOf(failing, node)];
  let i = 0;
  while (i < left.length && left[i]?.key === right[i]?.key) i++;
  const [instead, first] = [left[i], right[i]];
  const names = { first: first?.name, instead: instead?.name };
  const numbers = { first: first?.number ?? 0, instead: instead?.number ?? 0 };
  const place = { node, index: i, ...names, numbers, insteadAt: instead?.at };
  if (first === undefined) {
    // The run may have ended there, because it failed.
    if (instead === undefined || instead.at >= lastTime(failing)) return undefined;
    return { ...place, at: instead.at, early: false, reversed: false };
  }
  const { at } = first;
  if (instead === undefined) return { ...place, at, early: false, reversed: false };
  const early = left.findIndex(({ key }, index) => index > i && key === first.key) > 0;
  const comes = right.some(({ key }, index) => index > i && key === instead.key);
  // An event that has not come by the time at which it was due may never come.
  const isMissing = !comes && (at > instead.at || isOvertaken(instead, right, i));
  return { ...place, at, early, reversed: early && !isMissing };
}

/** A reversal as seen from the default run; undefined if both came in that order there, or one did not come. */
export function normally(reversal: Divergence, standard: NodeInputs): Divergence | undefined {
  const { node, first, instead, numbers } = reversal;
  const events = eventsOf(standard, node);
  const find = (name: string | undefined, number: number) =>
    events.findIndex(({ key }) => key === `${name} ${number}`);
  const [one, other] = [find(first, numbers.first), find(instead, numbers.instead)];
  if (other < 0 || one < other) return undefined;
  return { ...reversal, insteadAt: events[other]!.at };
}

interface SeenEvent {
  readonly name: string;
  readonly at: number;
  readonly number: number;
  /** Equal for what is the same in two runs. */
  readonly key: string;
}

function eventsOf({ names, nodes }: NodeInputs, node: string): SeenEvent[] {
  const { at = [], what = [], number = [] } = nodes[node] ?? {};
  return what.map((index, i) => {
    const name = short(names[index]!);
    return { name, at: at[i]!, number: number[i]!, key: `${name} ${number[i]}` };
  });
}

/** Whether a later message of its publisher came, so that it is lost. */
function isOvertaken(
  { name, number }: SeenEvent,
  seen: readonly SeenEvent[],
  from: number,
): boolean {
  return seen.some((each, index) => index >= from && each.name === name && each.number > number);
}

function lastTime({ nodes }: NodeInputs): number {
  return Math.max(0, ...Object.values(nodes).map(({ at }) => at.at(-1) ?? 0));
}

/** The name without its node, which the sentence names anyway; of a request, who sent it. */
function short(name: string): string {
  return name
    .replace(/^service (\S+) of \S+, asked by (.+)$/, 'request of $2 to $1')
    .replace(/ (→|of) \/[^ ]+$/, '');
}

/**
 * The divergence in words, e.g. `at /motor: /estop before /cmd at 0.100000000 s, normally the reverse`. It says when
 * the other event normally comes if that is at another time, and which message it is where several could be meant.
 *
 * @param otherwise - a word for the run with which it is compared
 */
export function describeDivergence(divergence: Divergence, otherwise = 'normally'): string {
  const { node, at, first, instead, numbers, early, reversed, insteadAt = at } = divergence;
  const [when, normal] = [at, insteadAt].map((time) => `at ${(time / 1e9).toFixed(9)} s`);
  if (first === undefined) return `at ${node}: no ${instead} ${when}, which ${otherwise} comes`;
  if (instead === undefined) return `at ${node}: ${first} ${when}, ${otherwise} nothing more`;
  const isSame = first === instead && numbers.first > 0;
  const seen = isSame ? messageOf(first, numbers.first) : first;
  const other = isSame ? `message ${numbers.instead}` : instead;
  const elsewhen = insteadAt === at ? '' : ` ${normal}`;
  if (reversed) {
    const reverse = `the reverse${elsewhen && `: ${other}${elsewhen}`}`;
    return `at ${node}: ${seen} before ${other} ${when}, ${otherwise} ${reverse}`;
  }
  const meant = isSame ? other : messageOf(instead, numbers.instead);
  if (!early) return `at ${node}: ${seen} ${when}, ${otherwise} ${meant}${elsewhen}`;
  return `at ${node}: ${seen} ${when} without ${meant}, which ${otherwise} comes before it${elsewhen && `,${elsewhen}`}`;
}

/** A message by its number and, where several nodes send on its topic, by its sender; everything else by its name. */
function messageOf(name: string, number: number): string {
  if (number === 0) return name;
  const [, topic, sender] = /^(\/\S+) of (\/\S+)$/.exec(name) ?? [];
  return sender === undefined
    ? `message ${number} of ${name}`
    : `message ${number} of ${sender} on ${topic}`;
}

/** The divergence in words without the time, so that equal divergences at different times are equal texts. */
function divergencePlace(divergence: Divergence): string {
  const { node, first, numbers, early, reversed } = divergence;
  const isSame = first === divergence.instead && numbers.first > 0;
  const instead = isSame ? 'another message of it' : divergence.instead;
  if (first === undefined) return `at ${node}: no ${instead}, which normally comes`;
  if (instead === undefined) return `at ${node}: ${first}, normally nothing more`;
  if (reversed) return `at ${node}: ${first} before ${instead}, normally the reverse`;
  return `at ${node}: ${first}, normally ${early ? 'after ' : ''}${instead}`;
}

/** Where a run diverges from another one, in words without the time. */
export function placeBetween(standard: NodeInputs, failing: NodeInputs | undefined): string {
  return placeInWords(divergenceOf(standard, failing), failing);
}

/** The place of a divergence in words without the time; undefined: nothing came in another order. */
export function placeInWords(
  divergence: Divergence | undefined,
  failing: NodeInputs | undefined,
): string {
  if (divergence !== undefined) return divergencePlace(divergence);
  const handled = Object.values(failing?.nodes ?? {});
  if (failing !== undefined && handled.every(({ at }) => at.length === 0)) {
    return 'it ends before its first callback';
  }
  return 'callbacks in the same order as in a run that passes; their contents differ';
}

/**
 * Equal for divergences at the same place: what the node sees there, and what instead of it. Whether that comes later is not
 * part of it, because one check ends the run and another does not.
 */
export function placeKey({ node, first, instead }: Divergence): string {
  return JSON.stringify([node, first ?? null, instead ?? null]);
}
