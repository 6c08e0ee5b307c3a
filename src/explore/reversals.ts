import type { NodeInputs } from '../record/index.js';

/** Two callbacks of one node that ran in reverse order, at one instant. */
export interface Reversal {
  readonly node: string;
  readonly at: number;
  /** The callback that ran first in one run, and later at the same instant in the other run. */
  readonly first: string;
  readonly second: string;
  /** The other callbacks of the node that `second` overtook. */
  readonly passes: readonly string[];
}

/**
 * Finds the nodes that first ran callbacks in another order: at the earliest such instant, one reversal per node.
 */
export function reversalsOf(a: NodeInputs, b: NodeInputs): Reversal[] {
  const found = Object.keys(a.nodes).flatMap((node) => firstReversal(a, b, node) ?? []);
  const earliest = Math.min(...found.map(({ at }) => at));
  return found.filter(({ at }) => at === earliest);
}

function firstReversal(a: NodeInputs, b: NodeInputs, node: string): Reversal | undefined {
  const [left, right] = [a.nodes[node], b.nodes[node]];
  if (left === undefined || right === undefined) return undefined;
  const nameOf = (index: number) => a.names[left.what[index]!]!;
  let i = 0;
  const isSame = () => left.at[i] === right.at[i] && nameOf(i) === b.names[right.what[i]!];
  while (i < left.at.length && i < right.at.length && isSame()) i++;
  if (i >= left.at.length || i >= right.at.length) return undefined;
  const at = left.at[i]!;
  if (right.at[i] !== at) return undefined;
  const second = b.names[right.what[i]!]!;
  for (let j = i + 1; left.at[j] === at; j++) {
    if (nameOf(j) !== second) continue;
    const passes = Array.from({ length: j - i - 1 }, (_, k) => nameOf(i + 1 + k));
    return { node, at, first: nameOf(i), second, passes };
  }
  return undefined;
}

/** Pairs of different callbacks of one node that ran at one instant, as pairs of names. */
export function pairsAtOneInstant({ names, nodes }: NodeInputs): Set<string> {
  const pairs = new Set<string>();
  for (const [node, { at, what }] of Object.entries(nodes)) {
    for (let from = 0, to = 0; from < at.length; from = to) {
      const instant = new Set<number>();
      for (; at[to] === at[from]; to++) {
        for (const earlier of instant) {
          if (earlier !== what[to]) pairs.add(pairKey(node, names[earlier]!, names[what[to]!]!));
        }
        instant.add(what[to]!);
      }
    }
  }
  return pairs;
}

export function pairKey(node: string, first: string, second: string): string {
  return `${node}\n${first}\n${second}`;
}
