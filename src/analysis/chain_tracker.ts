import type { DescribedEntity } from '../trace/index.js';
import type { ChainPath } from './chain_paths.js';
import type { PlacedCallback, TracedPublication } from './run_trace.js';
import { SampleSet, type Summary } from './sample_set.js';

/**
 * A step of a chain: one topic on its way to, and through, the node that handles it. Times in ns.
 */
export interface HopAnalysis {
  readonly topic: string;
  readonly node: string | null;
  /** Messages of the chain that were published, handled, and used for what was published next. */
  readonly published: number;
  readonly handled: number;
  readonly used: number;
  /** Published but not handled: overwritten, lost, or still under way at the end. */
  readonly lost: number;
  /** From publication to arrival, from arrival to start, from start to the next output. */
  readonly transit: Summary;
  readonly queueing: Summary;
  readonly processing: Summary;
}

/** The history of the slowest sample. Times in ns since the start. */
export interface ChainInstance {
  readonly sampled: number;
  readonly end: number;
  readonly hops: readonly {
    readonly topic: string;
    readonly published: number;
    readonly arrived: number;
    readonly started: number;
  }[];
}

/** The analysis of one cause–effect chain. Times are in ns. */
export interface ChainAnalysis {
  readonly name: string;
  readonly topics: readonly string[];
  readonly nodes: readonly (string | null)[];
  /** From the sample to the first output based on it. */
  readonly latency: Summary;
  /** Age of the data at every output. */
  readonly age: Summary;
  /**
   * For every output with newer data: the longest time for which an event can have waited for it.
   */
  readonly reaction: Summary;
  /** Age of the data just before the next output replaces it. */
  readonly replacedAge: Summary;
  readonly hops: readonly HopAnalysis[];
  readonly worst: ChainInstance | null;
}

/** A message of the chain. Times in ns since the start; NaN: not known yet. */
interface Link {
  /** The message from which it was computed; undefined: it is the sample. */
  readonly from: Link | undefined;
  readonly sampled: number;
  readonly published: number;
  arrived: number;
  started: number;
  used: boolean;
  /** For a sample: whether an output was based on it. */
  answered: boolean;
}

/** How many messages of a topic are kept: those that are still to be handled are among the latest. */
const MOST_LINKS = 16_384;

/** Follows one chain through a run. */
export class ChainTracker {
  readonly path: ChainPath;
  readonly latency = new SampleSet();
  readonly #age = new SampleSet();
  readonly #reaction = new SampleSet();
  readonly #replacedAge = new SampleSet();
  readonly #entities: ReadonlyMap<number, DescribedEntity>;
  readonly #longestRun: number;
  readonly #hops: Hop[];
  /** The numbers of the entities whose callbacks take the samples. */
  readonly sources = new Set<number>();
  /** Longest time from the start of such a callback to its publication, in ns. */
  longestSampling = 0;
  #newest: number | undefined;
  #present: number | undefined;
  #worst: { readonly link: Link; readonly end: number } | undefined;

  /** @param longestRun - longest execution time of any callback, in ns */
  constructor(path: ChainPath, entities: ReadonlyMap<number, DescribedEntity>, longestRun: number) {
    this.path = path;
    this.#entities = entities;
    this.#longestRun = longestRun;
    this.#hops = path.topics.map(() => new Hop());
  }

  publication(publication: TracedPublication): void {
    const { from, fields, time } = publication;
    const place = this.path.topics.indexOf(from.topic);
    if (place < 0) return;
    if (place === 0) {
      this.sources.add(fields.callback);
      this.longestSampling = Math.max(this.longestSampling, fields.elapsed);
    }
    const link = place === 0 ? sampleOf(publication) : this.#derived(place, publication);
    if (link === undefined) return;
    const hop = this.#hops[place]!;
    hop.publish(from.id, fields.sequence, link);
    const isLast = place === this.#hops.length - 1;
    if (isLast && this.path.nodes[place] === null) this.#complete(link, time);
  }

  callback(callback: PlacedCallback): void {
    const { entity, fields, ready, start, end } = callback;
    const { publisher, sequence } = fields;
    if (entity.kind !== 'subscription' || sequence === 0) return;
    const place = this.path.topics.indexOf(entity.name);
    if (place < 0 || this.path.nodes[place] !== entity.node) return;
    const hop = this.#hops[place]!;
    const link = hop.find(publisher, sequence);
    if (link === undefined) return;
    hop.handle(link, ready, start);
    hop.remember(link, end, this.#longestRun);
    if (place < this.#hops.length - 1) return;
    hop.processing.add(end - start);
    this.#complete(link, end);
  }

  /**
   * A message computed from the chain's previous message: its callback's input, or the node's
   * latest.
   */
  #derived(place: number, publication: TracedPublication): Link | undefined {
    const { from, fields, time } = publication;
    const { callback, elapsed, inputPublisher, inputSequence } = fields;
    if (from.node !== this.path.nodes[place - 1]) return undefined;
    const before = this.#hops[place - 1]!;
    const by = this.#entities.get(callback);
    const isInput = by?.kind === 'subscription' && by.name === this.path.topics[place - 1];
    const input =
      isInput && inputSequence > 0
        ? before.find(inputPublisher, inputSequence)
        : before.latest(time - elapsed);
    if (input === undefined) return undefined;
    if (!isInput || inputSequence === 0) before.keeps = true;
    if (!input.used) {
      input.used = true;
      before.used++;
    }
    // The start is known before the callback's own record is read.
    if (Number.isNaN(input.started) && isInput) input.started = time - elapsed;
    before.processing.add(time - input.started);
    return newLink(input, input.sampled, time);
  }

  /** Whether the node of this hop kept the data until another callback published. */
  keeps(place: number): boolean {
    return this.#hops[place]!.keeps;
  }

  #complete(link: Link, time: number): void {
    const { sampled } = link;
    const age = time - sampled;
    this.#age.add(age);
    if (this.#present !== undefined) this.#replacedAge.add(time - this.#present);
    this.#present = sampled;
    if (this.#newest === undefined || sampled > this.#newest) {
      if (this.#newest !== undefined) this.#reaction.add(time - this.#newest);
      this.#newest = sampled;
    }
    const root = rootOf(link);
    if (root.answered) return;
    root.answered = true;
    if (this.latency.count === 0 || age > this.latency.max) this.#worst = { link, end: time };
    this.latency.add(age);
  }

  analysis(): ChainAnalysis {
    const { name, topics, nodes } = this.path;
    return {
      ...{ name, topics, nodes },
      latency: this.latency.summary(),
      age: this.#age.summary(),
      reaction: this.#reaction.summary(),
      replacedAge: this.#replacedAge.summary(),
      hops: this.#hops.map((hop, i) => hop.analysis(topics[i]!, nodes[i]!)),
      worst:
        this.#worst === undefined ? null : instanceOf(this.#worst.link, this.#worst.end, topics),
    };
  }
}

/** One topic of a chain: its known messages, and what happened to them. */
class Hop {
  used = 0;
  keeps = false;
  readonly processing = new SampleSet();
  #published = 0;
  #handled = 0;
  readonly #links = new Map<number, Link>();
  /** The keys of the links, in a ring. */
  readonly #keys: number[] = [];
  /**
   * The messages that the node has handled, in order, with the end times; older ones are dropped.
   */
  #latest: { readonly link: Link; readonly end: number }[] = [];
  readonly #transit = new SampleSet();
  readonly #queueing = new SampleSet();

  publish(publisher: number, sequence: number, link: Link): void {
    const key = keyOf(publisher, sequence);
    const place = this.#published++ % MOST_LINKS;
    const oldest = this.#keys[place];
    if (oldest !== undefined) this.#links.delete(oldest);
    this.#keys[place] = key;
    this.#links.set(key, link);
  }

  find(publisher: number, sequence: number): Link | undefined {
    return this.#links.get(keyOf(publisher, sequence));
  }

  /** Notes that a message is handled; duplicates do not count. */
  handle(link: Link, ready: number, start: number): void {
    if (!Number.isNaN(link.arrived)) return;
    this.#handled++;
    link.arrived = ready;
    link.started = start;
    this.#transit.add(ready - link.published);
    this.#queueing.add(start - ready);
  }

  remember(link: Link, end: number, longestRun: number): void {
    this.#latest.push({ link, end });
    if (this.#latest.length < 64) return;
    const oldest = end - longestRun;
    const needed = this.#latest.findIndex((each) => each.end > oldest);
    if (needed > 32) this.#latest = this.#latest.slice(needed - 1);
  }

  /** The message whose handling was the last to end by this time. */
  latest(time: number): Link | undefined {
    for (let i = this.#latest.length - 1; i >= 0; i--) {
      const { link, end } = this.#latest[i]!;
      if (end <= time) return link;
    }
    return undefined;
  }

  analysis(topic: string, node: string | null): HopAnalysis {
    const published = this.#published;
    const handled = this.#handled;
    return {
      ...{ topic, node, published, handled, used: this.used },
      lost: node === null ? 0 : Math.max(0, published - handled),
      transit: this.#transit.summary(),
      queueing: this.#queueing.summary(),
      processing: this.processing.summary(),
    };
  }
}

/** There are few publishers, and sequence numbers stay below 2^32. */
function keyOf(publisher: number, sequence: number): number {
  return publisher * 4294967296 + sequence;
}

function newLink(from: Link | undefined, sampled: number, published: number): Link {
  return {
    from,
    sampled,
    published,
    arrived: Number.NaN,
    started: Number.NaN,
    used: false,
    answered: false,
  };
}

/** The sample was taken when the callback that published it started, else when it was published. */
function sampleOf({ time, fields }: TracedPublication): Link {
  return newLink(undefined, time - fields.elapsed, time);
}

function rootOf(link: Link): Link {
  let root = link;
  while (root.from !== undefined) root = root.from;
  return root;
}

function instanceOf(link: Link, end: number, topics: readonly string[]): ChainInstance {
  const hops: ChainInstance['hops'][number][] = [];
  for (let at: Link | undefined = link; at !== undefined; at = at.from) {
    const topic = topics[topics.length - 1 - hops.length] ?? '';
    const { published, arrived, started } = at;
    hops.push({ topic, published, arrived, started });
  }
  return { sampled: link.sampled, end, hops: hops.reverse() };
}
