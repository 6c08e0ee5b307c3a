/** Joins topics and services of two networks. */
import { LiveParticipant } from '../dds/index.js';
import { type LiveSettings, liveOptions } from '../live/index.js';
import { BridgedService } from './bridged_service.js';
import { BridgedTopic } from './bridged_topic.js';
import { SystemGraph } from './system_graph.js';

/** Name of the participants of bridges. A bridge ignores what a bridge has published, so there are no loops. */
const BRIDGE = 'orrery_bridge';

/** Selects names that pass, and says what they are called on the other side. */
export interface BridgeRule {
  /** The name on the side `from`; `*` stands for any text. */
  readonly name: string;
  /** The name on the side `to` if it differs; only for a name without `*`. */
  readonly as?: string | undefined;
}

export interface BridgeOptions {
  readonly from: LiveSettings;
  readonly to: LiveSettings;
  readonly topics: readonly BridgeRule[];
  readonly services: readonly BridgeRule[];
  /** Which way messages pass; both ways by default. A service is always offered on the side that lacks its server. */
  readonly direction?: 'both' | 'from-to' | 'to-from' | undefined;
  /** Called when a topic or service is joined, or no longer joined. */
  readonly onChange?: ((text: string) => void) | undefined;
}

/** One of the two networks. */
export interface BridgeSide {
  readonly participant: LiveParticipant;
  /** e.g. `domain 5`. */
  readonly label: string;
  /** Returns the name of a rule on this side. */
  readonly isFrom: boolean;
}

export class Bridge {
  readonly #sides: readonly [BridgeSide, BridgeSide];
  readonly #joined = new Map<string, BridgedTopic | BridgedService>();
  #isPlanned = false;
  #isClosed = false;

  private constructor(
    from: LiveParticipant,
    to: LiveParticipant,
    readonly options: BridgeOptions,
  ) {
    const label = ({ domain, interfaces = [] }: LiveSettings) =>
      interfaces.length === 0 ? `domain ${domain}` : `domain ${domain} on ${interfaces.join(', ')}`;
    this.#sides = [
      { participant: from, label: label(options.from), isFrom: true },
      { participant: to, label: label(options.to), isFrom: false },
    ];
    for (const { participant } of this.#sides) participant.graph.watch(() => this.#plan());
    this.#plan();
  }

  /** @throws OrreryError `ORR_DDS_…` */
  static async open(options: BridgeOptions): Promise<Bridge> {
    const open = (settings: LiveSettings) =>
      LiveParticipant.open({ ...liveOptions(settings), name: BRIDGE });
    const from = await open(options.from);
    try {
      return new Bridge(from, await open(options.to), options);
    } catch (error) {
      await from.close();
      throw error;
    }
  }

  /** Numbers of messages, requests and responses that have passed, by topic or service. */
  get passed(): ReadonlyMap<string, number> {
    return new Map([...this.#joined].map(([key, { passed }]) => [key, passed]));
  }

  /** Updates what is joined, once for all the news of one turn of the event loop. */
  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      if (this.#isClosed) return;
      const [from, to] = this.#sides;
      const { direction = 'both' } = this.options;
      const wanted = new Set<string>();
      if (direction !== 'to-from') this.#joinTopics(from, to, wanted);
      if (direction !== 'from-to') this.#joinTopics(to, from, wanted);
      this.#joinServices(from, to, wanted);
      this.#joinServices(to, from, wanted);
      for (const [key, joined] of this.#joined) {
        if (wanted.has(key)) continue;
        joined.close();
        this.#joined.delete(key);
        this.options.onChange?.(`no longer: ${key}`);
      }
    });
  }

  #joinTopics(source: BridgeSide, target: BridgeSide, wanted: Set<string>): void {
    const { participant } = source;
    for (const { name, givers } of new SystemGraph(participant.graph).topics) {
      const as = otherName(this.options.topics, name, source.isFrom);
      if (as === undefined) continue;
      const offers = givers.filter(({ guid }) => !isOfBridge(source, guid));
      for (const type of new Set(offers.map((offer) => offer.type))) {
        const key = `${name} [${type}] ${source.label} → ${as} ${target.label}`;
        wanted.add(key);
        let topic = this.#joined.get(key) as BridgedTopic | undefined;
        if (topic === undefined) {
          topic = new BridgedTopic(source, target, { name, as, type }, (guid) =>
            isOfBridge(source, guid),
          );
          this.#joined.set(key, topic);
          this.options.onChange?.(key);
        }
        topic.follow(offers.filter((offer) => offer.type === type));
      }
    }
  }

  #joinServices(source: BridgeSide, target: BridgeSide, wanted: Set<string>): void {
    const there = new SystemGraph(target.participant.graph);
    for (const { name, givers } of new SystemGraph(source.participant.graph).services) {
      const as = otherName(this.options.services, name, source.isFrom);
      const server = givers.find(({ guid }) => !isOfBridge(source, guid));
      if (as === undefined || server === undefined) continue;
      const rival = there.service(as)?.givers.some(({ guid }) => !isOfBridge(target, guid));
      // If both sides have a server, each side uses its own.
      if (rival === true) continue;
      const key = `${name} [${server.type}] of ${source.label} for ${as} ${target.label}`;
      wanted.add(key);
      if (this.#joined.has(key)) continue;
      this.#joined.set(
        key,
        new BridgedService(source, target, { name, as, type: server.type, qos: server.qos }),
      );
      this.options.onChange?.(key);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const joined of this.#joined.values()) joined.close();
    await Promise.all(this.#sides.map(({ participant }) => participant.close()));
  }
}

function isOfBridge({ participant }: BridgeSide, guid: string): boolean {
  return participant.graph.peerOf(guid)?.name === BRIDGE;
}

/** Returns the name on the other side, or undefined if no rule lets it pass. */
function otherName(
  rules: readonly BridgeRule[],
  name: string,
  isFrom: boolean,
): string | undefined {
  for (const { name: pattern, as = pattern } of rules) {
    const [own, other] = isFrom ? [pattern, as] : [as, pattern];
    if (own === name) return other;
    if (own.includes('*') && matches(own, name)) return name;
  }
  return undefined;
}

function matches(pattern: string, name: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[^\w/]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(name);
}
