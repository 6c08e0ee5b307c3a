import type { Graph } from '../graph/index.js';
import { DelayedAction } from '../kernel/index.js';
import type { Cargo } from './cargo.js';
import { createSampler, type Sampler } from './distribution.js';
import { MessageFaults } from './faults/message_faults.js';
import { LinkChannel } from './link_channel.js';
import { matchesAny, matchesName } from './matches_name.js';
import type { PathEnd } from './path_end.js';
import { pathName } from './path_name.js';
import type { LinkRule, SystemModels } from './system_models.js';

/** The path from one sender to one receiver. */
interface Path {
  readonly name: string;
  readonly delay: Sampler | undefined;
  readonly channel: LinkChannel | undefined;
  readonly reorder: boolean;
  /** When the latest message so far arrives. */
  lastArrival: number;
}

/**
 * Sends according to link rules and faults: what arrives, when, and in which condition. Every path (sender,
 * receiver) draws from its own streams.
 */
export class LinkPaths {
  readonly #graph: Graph;
  readonly #models: Pick<SystemModels, 'links' | 'machines'>;
  readonly #faults: MessageFaults;
  readonly #paths = new WeakMap<PathEnd, WeakMap<PathEnd, Path>>();
  readonly #channels = new Map<LinkRule, LinkChannel>();

  constructor(graph: Graph, models: Pick<SystemModels, 'links' | 'machines' | 'faults'>) {
    this.#graph = graph;
    this.#models = models;
    this.#faults = new MessageFaults(graph, models.faults ?? []);
  }

  /** @param deliver - called for each delivery when it arrives; within this call if that is now */
  pass<T>(
    from: PathEnd,
    to: PathEnd,
    cargo: Cargo<T>,
    content: T,
    deliver: (content: T) => void,
  ): void {
    const path = this.#path(from, to);
    const fates = this.#faults.judge(from, to, cargo, content);
    for (const { content: own, extraDelay, overtaken } of fates) {
      const arrival = this.#arrival(path, cargo, own, extraDelay, overtaken);
      if (arrival === undefined) continue;
      if (arrival <= this.#graph.kernel.now) deliver(own);
      else this.#arriveAt(arrival, path, () => deliver(own));
    }
  }

  /** Messages of one path arrive in order. */
  #arriveAt(time: number, path: Path, deliver: () => void): void {
    const late = new DelayedAction(deliver, () => `arrival of ${path.name}`, path);
    this.#graph.kernel.delays.push(time, late);
  }

  #arrival<T>(
    path: Path,
    cargo: Cargo<T>,
    content: T,
    extra: number,
    overtaken: boolean,
  ): number | undefined {
    const { now } = this.#graph.kernel;
    let sent: number | undefined = now;
    if (path.channel !== undefined) {
      sent = path.channel.send(cargo.bytes(content), now);
      if (sent === undefined) {
        this.#graph.observer?.faulted({ fault: 'queue_full', time: now, target: path.name });
        return undefined;
      }
    }
    const arrival = sent + (path.delay?.next() ?? 0) + extra;
    if (path.reorder || overtaken) return arrival;
    path.lastArrival = Math.max(path.lastArrival, arrival);
    return path.lastArrival;
  }

  #path(from: PathEnd, to: PathEnd): Path {
    let paths = this.#paths.get(from);
    if (paths === undefined) {
      paths = new WeakMap();
      this.#paths.set(from, paths);
    }
    let path = paths.get(to);
    if (path === undefined) {
      path = this.#createPath(from, to);
      paths.set(to, path);
    }
    return path;
  }

  #createPath(from: PathEnd, to: PathEnd): Path {
    const name = pathName(from, to);
    const rule = (this.#models.links ?? []).find((each) => this.#fits(each, from, to));
    const random = this.#graph.random.stream(`link ${name}`);
    return {
      name,
      delay: rule?.delay === undefined ? undefined : createSampler(rule.delay, random),
      channel: rule === undefined ? undefined : this.#channel(rule),
      reorder: rule?.reorder ?? false,
      lastArrival: 0,
    };
  }

  #channel(rule: LinkRule): LinkChannel | undefined {
    if (rule.bandwidth === undefined) return undefined;
    let channel = this.#channels.get(rule);
    if (channel === undefined) {
      channel = new LinkChannel(rule.bandwidth, rule.queue);
      this.#channels.set(rule, channel);
    }
    return channel;
  }

  #fits(rule: LinkRule, from: PathEnd, to: PathEnd): boolean {
    return (
      matchesName(rule.topic ?? '*', from.name) &&
      matchesName(rule.from ?? '*', from.node.fullName) &&
      matchesName(rule.to ?? '*', to.node.fullName) &&
      this.#on(rule.from_machine, from) &&
      this.#on(rule.to_machine, to)
    );
  }

  #on(machine: string | undefined, { node }: PathEnd): boolean {
    if (machine === undefined) return true;
    return matchesAny(this.#models.machines?.[machine]?.nodes ?? [], node.fullName);
  }
}
