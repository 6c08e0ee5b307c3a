import type { ExploredOutcome } from '../record/index.js';
import { isHousekeeping } from './behaviour.js';
import type { Trial } from './laboratory.js';

/** What changed when two callbacks were swapped. */
export interface SwapEffect {
  /** The failure, if there was one; then nothing else is compared. */
  readonly failure: string | undefined;
  /** Topics without subscriptions in the system whose messages differ. */
  readonly results: readonly string[];
  /** Topics whose last message at some instant differs. */
  readonly settled: readonly string[];
  /** Topics that differ only within instants. */
  readonly passing: readonly string[];
  /** Nodes that send something different, or whose state differs. */
  readonly nodes: readonly string[];
  /** Nodes whose state differs at the end. */
  readonly states: readonly string[];
}

export function effectOf(standard: Trial, { outcome, failure }: Trial): SwapEffect {
  const a = standard.outcome!.explored;
  if (outcome === undefined || failure !== undefined) {
    const nothing: readonly string[] = [];
    const none = { results: nothing, settled: nothing, passing: nothing };
    return { ...none, failure: failure?.text, nodes: nothing, states: nothing };
  }
  const b = outcome.explored;
  const all = differingOutputs(a, b, 'all');
  const settled = topicsOf(differingOutputs(a, b, 'settled'));
  const states = [...new Set([...Object.keys(a.states), ...Object.keys(b.states)])].filter(
    (node) => a.states[node] !== b.states[node],
  );
  const read = new Set(standard.outcome!.graph?.topics.flatMap(readTopic) ?? []);
  return {
    failure: undefined,
    results: settled.filter((topic) => !read.has(topic)),
    settled,
    passing: topicsOf(all).filter((topic) => !settled.includes(topic)),
    nodes: [...new Set([...all.map(({ node }) => node), ...states])].sort(),
    states,
  };
}

export function isHarmful({ failure, nodes }: SwapEffect): boolean {
  return failure !== undefined || nodes.length > 0;
}

/**
 * Orders effects by harm; below 0 if `a` does more. A failure is worst; then count, in this order, results, states
 * at the end, topics that others read, nodes, and topics that differ only within an instant.
 */
export function compareHarm(a: SwapEffect, b: SwapEffect): number {
  const measures = ({ failure, results, states, settled, nodes, passing }: SwapEffect) => [
    failure === undefined ? 0 : 1,
    results.length,
    states.length,
    settled.length,
    nodes.length,
    passing.length,
  ];
  const [left, right] = [measures(a), measures(b)];
  const differing = left.findIndex((value, i) => value !== right[i]);
  return differing < 0 ? 0 : right[differing]! - left[differing]!;
}

function readTopic(topic: { readonly name: string; readonly subscriptions: readonly unknown[] }) {
  return topic.subscriptions.length > 0 ? [topic.name] : [];
}

interface Output {
  readonly node: string;
  readonly topic: string;
}

function differingOutputs(
  a: ExploredOutcome,
  b: ExploredOutcome,
  digest: 'all' | 'settled',
): Output[] {
  const index = (explored: ExploredOutcome) =>
    new Map(
      explored.outputs
        .filter(({ topic }) => !isHousekeeping(topic))
        .map((output) => [`${output.node} ${output.topic}`, output] as const),
    );
  const [left, right] = [index(a), index(b)];
  const keys = [...new Set([...left.keys(), ...right.keys()])];
  return keys
    .filter((key) => left.get(key)?.[digest] !== right.get(key)?.[digest])
    .map((key) => (left.get(key) ?? right.get(key))!);
}

function topicsOf(outputs: readonly Output[]): string[] {
  return [...new Set(outputs.map(({ topic }) => topic))].sort();
}
