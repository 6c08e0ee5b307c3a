import type { NodeInputs } from '../record/index.js';

/** Where a node sees another order than in the default run. */
export interface Divergence {
  readonly node: string;
  /** When it sees `first`, in ns since the start of the run. */
  readonly at: number;
  /** What it sees there, e.g. `/cmd`; undefined: nothing more. */
  readonly first: string | undefined;
  /** What it sees there by default; undefined: nothing more. */
  readonly instead: string | undefined;
  /** Whether it also sees `first` by default, after `instead`. */
  readonly early: boolean;
  /** Whether the node sees both in both runs, or would have, but in reverse order. */
  readonly reversed: boolean;
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
  const [left, right] = [namesOf(standard, node), namesOf(failing, node)];
  let i = 0;
  while (i < left.length && left[i] === right[i]) i++;
  const [instead, first] = [left[i], right[i]];
  // The run ended there because it failed.
  if (first === undefined) return undefined;
  const at = failing.nodes[node]!.at[i]!;
  if (instead === undefined) {
    return { node, at, first: short(first), instead, early: false, reversed: false };
  }
  const early = left.indexOf(first, i + 1) > 0;
  // An event that has not come by the time at which it was due may never come.
  const isMissing = at > standard.nodes[node]!.at[i]! && right.indexOf(instead, i + 1) < 0;
  const reversed = early && !isMissing;
  return { node, at, first: short(first), instead: short(instead), early, reversed };
}

function namesOf({ names, nodes }: NodeInputs, node: string): string[] {
  return (nodes[node]?.what ?? []).map((index) => names[index]!);
}

/** The name without its node, which the sentence names anyway. */
function short(name: string): string {
  return name.replace(/ (→|of) \/[^ ]+$/, '');
}

/** The divergence in words, e.g. `at /motor: /estop before /cmd at 0.100000000 s, normally the reverse`. */
export function describeDivergence(divergence: Divergence): string {
  return inWords(divergence, ` at ${(divergence.at / 1e9).toFixed(9)} s`);
}

/** The divergence in words without the time, so that equal divergences at different times are equal texts. */
function divergencePlace(divergence: Divergence): string {
  return inWords(divergence, '');
}

/** Where a run diverges from another one, in words without the time. */
export function placeBetween(standard: NodeInputs, failing: NodeInputs | undefined): string {
  const divergence = divergenceOf(standard, failing);
  const same = 'callbacks in the same order as in a run that passes; their contents differ';
  return divergence === undefined ? same : divergencePlace(divergence);
}

function inWords({ node, first, instead, early, reversed }: Divergence, time: string): string {
  if (instead === undefined) return `at ${node}: ${first}${time}, normally nothing`;
  if (reversed) return `at ${node}: ${first} before ${instead}${time}, normally the reverse`;
  if (early) return `at ${node}: ${first}${time}, normally after ${instead}`;
  return `at ${node}: ${first}${time}, normally ${instead}`;
}
