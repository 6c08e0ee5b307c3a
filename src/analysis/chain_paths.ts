import type { DescribedEntity, SystemDescription } from '../trace/index.js';
import type { DeclaredChain } from './analysis_options.js';
import type { TracedPublication } from './run_trace.js';

/** One path of data: each topic, and the node that handles it. */
export interface ChainPath {
  readonly name: string;
  readonly topics: readonly string[];
  /**
   * For each topic, the node that handles it; null: the chain ends with the publication of the last
   * topic.
   */
  readonly nodes: readonly (string | null)[];
}

/** The most paths that are found. */
const MOST_PATHS = 32;

/** The most steps of the search for paths: a dense graph has more paths than anyone can read. */
const MOST_LOOKS = 10_000;

/** Topics that every node publishes, and those that carry the time, are not part of a chain. */
const NO_DATA: ReadonlySet<string> = new Set(['/rosout', '/parameter_events', '/clock']);

/**
 * The subscriptions of each topic, and which publications were observed to be caused by which
 * topics.
 */
export class ChainGraph {
  readonly #subscribers = new Map<string, string[]>();
  readonly #publishers = new Map<string, Set<string>>();
  /** From `node topic` to the topics that the subscription's callbacks published. */
  readonly #outputs = new Map<string, Set<string>>();
  readonly #entities: ReadonlyMap<number, DescribedEntity>;
  readonly #sources = new Set<string>();

  constructor(system: SystemDescription) {
    this.#entities = new Map(system.entities.map((entity) => [entity.id, entity]));
    for (const { kind, name, node } of system.entities) {
      if (kind === 'subscription') listOf(this.#subscribers, name).push(node);
    }
    for (const { topic, node } of system.publishers) setOf(this.#publishers, topic).add(node);
  }

  add({ from, fields }: TracedPublication): void {
    const { topic } = from;
    const by = this.#entities.get(fields.callback);
    if (by?.kind === 'subscription') setOf(this.#outputs, `${by.node} ${by.name}`).add(topic);
    else this.#sources.add(topic);
  }

  /** Every path of a declared chain. */
  declared({ name, topics }: DeclaredChain): ChainPath[] {
    const ways = (at: number): (readonly (string | null)[])[] => {
      const topic = topics[at]!;
      const next = topics[at + 1];
      const handling = [...new Set(this.#subscribers.get(topic) ?? [])];
      if (next === undefined) return handling.length === 0 ? [[null]] : handling.map((n) => [n]);
      return handling
        .filter((node) => this.#publishers.get(next)?.has(node))
        .flatMap((node) => ways(at + 1).map((rest) => [node, ...rest]));
    };
    return ways(0).map((nodes) => ({ name: name ?? nameOf(topics, nodes), topics, nodes }));
  }

  /** Every path along which callbacks caused each other, from a source to a sink. */
  found(): { readonly paths: ChainPath[]; readonly omitted: number } {
    const paths: ChainPath[] = [];
    let omitted = 0;
    let looks = 0;
    const follow = (topics: readonly string[], nodes: readonly string[]): void => {
      if (++looks > MOST_LOOKS) return;
      const topic = topics.at(-1)!;
      const ends: (string | null)[] = [];
      for (const node of new Set(this.#subscribers.get(topic) ?? [])) {
        const outputs = [...(this.#outputs.get(`${node} ${topic}`) ?? [])].filter(
          (next) => !topics.includes(next) && !NO_DATA.has(next),
        );
        for (const next of outputs) follow([...topics, next], [...nodes, node]);
        if (outputs.length === 0) ends.push(node);
      }
      if (!this.#subscribers.has(topic)) ends.push(null);
      if (topics.length < 2) return;
      for (const end of ends) {
        const all = [...nodes, end];
        if (paths.length < MOST_PATHS)
          paths.push({ name: nameOf(topics, all), topics, nodes: all });
        else omitted++;
      }
    };
    for (const source of [...this.#sources].sort()) if (!NO_DATA.has(source)) follow([source], []);
    return { paths, omitted };
  }
}

function nameOf(topics: readonly string[], nodes: readonly (string | null)[]): string {
  const end = nodes.at(-1) ?? null;
  return end === null ? topics.join(' → ') : `${topics.join(' → ')} → ${end}`;
}

function listOf(all: Map<string, string[]>, key: string): string[] {
  let list = all.get(key);
  if (list === undefined) {
    list = [];
    all.set(key, list);
  }
  return list;
}

function setOf(all: Map<string, Set<string>>, key: string): Set<string> {
  let set = all.get(key);
  if (set === undefined) {
    set = new Set();
    all.set(key, set);
  }
  return set;
}
