import {
  ddsTopic,
  ddsType,
  type EndpointOptions,
  endpointUserData,
  participantUserData,
  type Reader,
  type RosTopic,
} from '../dds/index.js';
import {
  Client,
  type Entity,
  type Graph,
  type GraphListener,
  type GraphNode,
  type Observer,
  Publisher,
  type Qos,
  Service,
  Subscription,
} from '../graph/index.js';
import {
  bytesWithoutPlaces,
  CdrWriter,
  type MessageObject,
  type MessageType,
} from '../interfaces/index.js';
import { toWire } from '../live/index.js';
import { type Fault, matchesName, pathName } from '../models/index.js';
import type { DatagramNetwork, Member } from './datagram_network.js';
import { type Ends, type Inlet, NOTHING, type Outlet, REFUSED } from './ends.js';
import { Flow } from './flow.js';
import type { WireDiscovery } from './wire_discovery.js';

type Endpointed = Publisher | Subscription | Client | Service;

/** Readers need not keep what they have received: their entities in the graph do. */
const ROOM = 65_536;

/** The RTPS endpoints that represent the graph's entities in their participants. */
export class Endpoints implements GraphListener, Observer {
  readonly #members = new Map<GraphNode, Member>();
  readonly #ends = new Map<Entity, Ends>();
  readonly #inlets = new Map<string, Inlet>();
  readonly #writer = new CdrWriter(1 << 12, true);
  #early: (() => void)[] = [];

  constructor(
    readonly graph: Graph,
    readonly network: DatagramNetwork,
    readonly discovery: WireDiscovery,
    readonly faults: readonly Fault[],
  ) {}

  endsOf(entity: Entity): Ends | undefined {
    return this.#ends.get(entity);
  }

  /** Whether a node has written samples that some reliable reader has not acknowledged. */
  awaitsAcknowledgement(node: GraphNode): boolean {
    const member = this.#members.get(node);
    return member?.participant.writers.some(({ isAcknowledged }) => !isAcknowledged) ?? false;
  }

  nodeCreated(node: GraphNode): void {
    this.#members.set(node, this.network.join(node, { userData: participantUserData('/') }));
    this.network.settle();
  }

  nodeEnding(node: GraphNode): void {
    const member = this.#members.get(node);
    if (member === undefined) return;
    this.#members.delete(node);
    this.network.leave(member, !this.#isKilled(node));
  }

  /**
   * Whether a fault kills this node's process. It does not say good-bye then: others believe it to be alive until its
   * lease ends.
   */
  #isKilled({ program }: GraphNode): boolean {
    const { kernel, nodes } = this.graph;
    return this.faults.some(
      (fault) =>
        fault.fault === 'crash' &&
        fault.at === kernel.now &&
        nodes.some((node) => node.program === program && matchesName(fault.node, node.fullName)),
    );
  }

  entityCreated(entity: Entity): void {
    const member = this.#members.get(entity.node);
    if (member === undefined) return;
    const ends = this.#create(entity, member);
    if (ends === undefined) return;
    this.#ends.set(entity, ends);
    this.network.stir(member);
    this.network.settle();
  }

  entityEnding(entity: Entity): void {
    const ends = this.#ends.get(entity);
    if (ends === undefined) return;
    this.#ends.delete(entity);
    const { outlet, inlet } = ends;
    const { now } = this.graph.kernel;
    if (outlet !== undefined) {
      outlet.member.participant.removeWriter(outlet.writer, now);
      this.network.stir(outlet.member);
    }
    if (inlet !== undefined) {
      this.#inlets.delete(inlet.reader.guid.text);
      inlet.member.participant.removeReader(inlet.reader, now);
      this.network.stir(inlet.member);
    }
    this.network.settle();
  }

  published(
    publisher: Publisher,
    message: MessageObject | undefined,
    bytes: Uint8Array | undefined,
    sequence: number,
  ): number {
    const outlet = this.#ends.get(publisher)?.outlet;
    if (outlet !== undefined) {
      const { type } = publisher;
      const payload = bytes
        ? bytesWithoutPlaces(type, bytes).slice()
        : this.payload(type, message!);
      this.write(outlet, payload, undefined, sequence);
    }
    return 0;
  }

  /**
   * The payload of a message on the wire. Receivers get the message itself, so only the payload's size matters, and
   * that must not depend on the folder of the system.
   */
  payload(type: MessageType, message: MessageObject): Uint8Array {
    this.#writer.reset();
    type.encodeInto(this.#writer, message);
    return this.#writer.written().slice();
  }

  /** Writes a sample once, although it may be offered to several receivers. */
  write(outlet: Outlet, payload: Uint8Array, of: object | undefined, number: number): void {
    const { writer, member } = outlet;
    const result = writer.write(payload, this.graph.kernel.now);
    if (result === 'written') {
      outlet.last = { of, number, sequence: writer.history.last };
    } else {
      // A keep-all history is full, or the sample is larger than any history.
      outlet.refused.push(number);
      outlet.last = { of, number, sequence: REFUSED };
      this.#report(`rtps_${result}`, outlet.entity.label());
    }
    this.network.stir(member);
    this.network.settle();
  }

  /** Delivers a sample to a receiver as soon as it has arrived there. */
  offer(outlet: Outlet, inlet: Inlet, sequence: number, deliver: () => void): void {
    if (sequence === REFUSED) return;
    const flow = inlet.flows.get(outlet.writer.guid.text);
    if (flow === undefined) this.#report('rtps_lost', outlet.entity.label());
    else flow.offer(sequence, deliver);
  }

  #report(fault: string, target: string, count = 1): void {
    const { observer, kernel } = this.graph;
    for (let i = 0; i < count; i++) observer?.faulted({ fault, time: kernel.now, target });
  }

  #create(entity: Entity, member: Member): Ends | undefined {
    if (entity instanceof Publisher) {
      const outlet = this.#outlet(entity, member, 'topic', entity.type);
      return { outlet, inlet: undefined };
    }
    if (entity instanceof Subscription) {
      const inlet = this.#inlet(entity, member, 'topic', entity.type);
      return { outlet: undefined, inlet };
    }
    if (entity instanceof Client) {
      return {
        outlet: this.#outlet(entity, member, 'request', entity.type.request),
        inlet: this.#inlet(entity, member, 'reply', entity.type.response),
      };
    }
    if (!(entity instanceof Service)) return undefined;
    return {
      outlet: this.#outlet(entity, member, 'reply', entity.type.response),
      inlet: this.#inlet(entity, member, 'request', entity.type.request),
    };
  }

  #outlet(entity: Endpointed, member: Member, kind: RosTopic['kind'], type: MessageType): Outlet {
    const { now } = this.graph.kernel;
    const options = endpoint(entity.name, kind, type, entity.qos);
    let outlet: Outlet | undefined;
    // Readers of the same node are matched before this call returns.
    const early: (() => void)[] = [];
    const writer = member.participant.createWriter(options, now, {
      onMatched: ({ guid }, change) => {
        if (outlet === undefined) early.push(() => this.#matched(outlet!, guid.text, change));
        else this.#matched(outlet, guid.text, change);
      },
    });
    outlet = { entity, member, writer, refused: [], last: NOTHING };
    for (const match of early) match();
    return outlet;
  }

  #inlet(entity: Endpointed, member: Member, kind: RosTopic['kind'], type: MessageType): Inlet {
    const flows = new Map<string, Flow>();
    const onData = (reader: Reader) => {
      for (let sample = reader.take(); sample !== undefined; sample = reader.take()) {
        if (!sample.isDisposal) flows.get(sample.writer.text)?.arrive(sample.sequence);
      }
    };
    const options = { ...endpoint(entity.name, kind, type, entity.qos), room: ROOM };
    const reader = member.participant.createReader(options, this.graph.kernel.now, { onData });
    const inlet = { entity, member, reader, flows };
    this.#inlets.set(reader.guid.text, inlet);
    // Writers of the same node have matched the reader before that call returned.
    for (const match of this.#early.splice(0)) match();
    return inlet;
  }

  #matched(outlet: Outlet, reader: string, change: 1 | -1): void {
    const { entity: from, writer } = outlet;
    const inlet = this.#inlets.get(reader);
    if (inlet === undefined) {
      if (change === 1) this.#early.push(() => this.#matched(outlet, reader, change));
      return;
    }
    const { entity: to, flows } = inlet;
    const key = writer.guid.text;
    // A receiver that has left does not lose anything.
    if (!to.destroyed && this.#members.has(to.node)) flows.get(key)?.end();
    flows.delete(key);
    if (change === 1) {
      const lose = (count: number) => this.#report('rtps_lost', pathName(from, to), count);
      // Only readers that request the past need earlier samples.
      const wantsPast = writer.isDurable && inlet.reader.wantsPast;
      flows.set(key, new Flow(wantsPast ? 0 : writer.history.last, lose));
    }
    if (from instanceof Publisher && to instanceof Subscription) {
      this.discovery.note(from, to, change === 1);
    }
  }
}

function endpoint(
  name: string,
  kind: RosTopic['kind'],
  type: MessageType,
  qos: Qos,
): EndpointOptions {
  return {
    topic: ddsTopic({ kind, name }),
    type: ddsType(type.name),
    qos: toWire(qos),
    userData: endpointUserData({ typeHash: type.hash }),
  };
}
