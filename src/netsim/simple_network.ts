import type { RandomStream, RandomStreams } from '../kernel/index.js';
import {
  type AgentLinkRule,
  type BurstLoss,
  createSampler,
  LinkChannel,
  type LinkQuality,
  matchesName,
  type Sampler,
  type SimpleNetworkModel,
} from '../models/index.js';
import type { NetworkClock } from './network_clock.js';
import { deliverDamaged, type NetworkPacket, type NetworkSimulator } from './network_simulator.js';

/** One direction between two agents. */
interface Link {
  readonly random: RandomStream;
  readonly delay: Sampler | undefined;
  readonly loss: number;
  readonly bitErrors: number;
  readonly burst: BurstLoss | undefined;
  readonly channel: LinkChannel | undefined;
  state: 'good' | 'bad';
  /** When the latest packet so far arrives: packets of a link stay in order. */
  lastArrival: number;
}

export interface SimpleNetworkOptions {
  readonly model: SimpleNetworkModel;
  /** Names of the agents. */
  readonly agents: readonly string[];
  readonly clock: NetworkClock;
  readonly random: RandomStreams;
  /** Whether one agent now receives the signals of another. */
  readonly reaches: (from: number, to: number) => boolean;
}

/** Independent links, each with a delay, a loss rate and a bandwidth. */
export class SimpleNetwork implements NetworkSimulator {
  readonly #options: SimpleNetworkOptions;
  readonly #links = new Map<number, Link>();

  constructor(options: SimpleNetworkOptions) {
    this.#options = options;
  }

  send(packet: NetworkPacket): void {
    const { clock, reaches } = this.#options;
    const { from, to } = packet;
    const link = this.#link(from, to);
    const sent =
      link.channel === undefined ? clock.now : link.channel.send(packet.bytes, clock.now);
    if (sent === undefined) {
      packet.lost('queue_full');
      return;
    }
    // Both are drawn for every packet, so that the fate of one does not change that of the next.
    const lost = isLost(link);
    const delay = link.delay?.next() ?? 0;
    link.lastArrival = Math.max(link.lastArrival, sent + delay);
    clock.at(link.lastArrival, () => {
      if (!reaches(from, to)) packet.lost('out_of_range');
      else if (lost) packet.lost('lost');
      else deliverDamaged(packet, link.bitErrors, link.random);
    });
  }

  #link(from: number, to: number): Link {
    const { agents } = this.#options;
    const key = from * agents.length + to;
    let link = this.#links.get(key);
    if (link === undefined) {
      link = this.#create(agents[from]!, agents[to]!);
      this.#links.set(key, link);
    }
    return link;
  }

  #create(from: string, to: string): Link {
    const { model, random: streams } = this.#options;
    const fits = (rule: AgentLinkRule) =>
      matchesName(rule.from ?? '*', from) && matchesName(rule.to ?? '*', to);
    const quality: LinkQuality = model.links?.find(fits) ?? model;
    const random = streams.stream(`network ${from} → ${to}`);
    const { delay, loss = 0, bit_errors: bitErrors = 0, burst, bandwidth, queue } = quality;
    return {
      random,
      delay: delay === undefined ? undefined : createSampler(delay, random),
      loss,
      bitErrors,
      burst,
      channel: bandwidth === undefined ? undefined : new LinkChannel(bandwidth, queue),
      state: 'good',
      lastArrival: 0,
    };
  }
}

/** Independent losses, and those of a channel after Gilbert and Elliott, stepped once per packet. */
function isLost(link: Link): boolean {
  const { random, burst } = link;
  let lost = link.loss > 0 && random.float() < link.loss;
  if (burst !== undefined) {
    const change = link.state === 'good' ? burst.enter : burst.leave;
    if (random.float() < change) link.state = link.state === 'good' ? 'bad' : 'good';
    const share = link.state === 'bad' ? (burst.bad ?? 1) : (burst.good ?? 0);
    if (random.float() < share) lost = true;
  }
  return lost;
}
