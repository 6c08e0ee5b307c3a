import {
  newPrefix,
  Participant,
  type ParticipantOptions,
  PORTS,
  SPDP_GROUP,
} from '../dds/index.js';
import type { Graph, GraphNode } from '../graph/index.js';
import { DelayedAction } from '../kernel/index.js';
import type { Cargo, LinkPaths, PathEnd } from '../models/index.js';

/** How many bytes of datagrams a participant may send at once. */
const BURST_BYTES = 1 << 16;
/** Bytes of the headers of UDP and IP. */
const HEADER_BYTES = 28;

/** What was sent so far. */
export interface WireStatistics {
  datagrams: number;
  bytes: number;
}

/**
 * Carries a datagram between two nodes over a network of their own.
 *
 * @returns false if these two nodes have no such network, so that links carry the datagram
 */
export type Carry = (from: GraphNode, to: GraphNode, bytes: number, arrived: () => void) => boolean;

/** A node's participant, and its end of every path. */
export interface Member extends PathEnd {
  readonly participant: Participant;
  readonly address: string;
  /** Its next deadline, as it was scheduled in the kernel. */
  wake: DelayedAction | undefined;
  wakeAt: number;
  isGone: boolean;
}

/** Datagrams with bit errors do not reach a participant, because their UDP checksum is wrong. */
const DATAGRAMS: Cargo<Uint8Array> = {
  bytes: (datagram) => datagram.length + HEADER_BYTES,
  copy: (datagram) => datagram,
  corrupted: () => undefined,
};

const label = () => 'a participant';

/**
 * The network between participants. A datagram that arrives without delay is handled before its sender goes on, so a
 * network without delays does everything within the instant.
 */
export class DatagramNetwork {
  readonly statistics: WireStatistics = { datagrams: 0, bytes: 0 };
  /** Called each time everything that was due has been handled. */
  settled: () => void = () => {};
  /** Whether a node waits for something from the network, which keeps the run going. */
  isBusy: (node: GraphNode) => boolean = () => false;
  readonly #members: Member[] = [];
  #joined = 0;
  readonly #arriving: { readonly to: Member; readonly bytes: Uint8Array }[] = [];
  readonly #awake = new Set<Member>();
  #isSettling = false;

  constructor(
    readonly graph: Graph,
    readonly paths: LinkPaths,
    readonly carry: Carry,
  ) {}

  /** Gives a node a participant and an address of its own. */
  join(node: GraphNode, rest: Partial<ParticipantOptions>): Member {
    const { kernel, random } = this.graph;
    const { domain } = node;
    const index = ++this.#joined;
    const address = `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
    const draws = random.stream(`rtps ${node.fullName} ${index}`);
    const participant = new Participant(
      {
        domain,
        prefix: newPrefix(Uint8Array.from({ length: 10 }, () => draws.integer(256))),
        epoch: this.graph.epoch,
        metatraffic: [{ address, port: PORTS.spdpUnicast(domain, 0) }],
        targets: [{ address: SPDP_GROUP, port: PORTS.spdpMulticast(domain) }],
        name: node.fullName,
        ...rest,
      },
      kernel.now,
    );
    const end = { name: 'rtps', kind: 'participant', node, wake: undefined, isGone: false };
    const member = { ...end, participant, address, wakeAt: Number.POSITIVE_INFINITY };
    this.#members.push(member);
    this.stir(member);
    return member;
  }

  /** Removes a participant: it says good-bye, or falls silent. */
  leave(member: Member, saysGoodbye: boolean): void {
    if (saysGoodbye) {
      member.participant.close(this.graph.kernel.now);
      this.stir(member);
      this.settle();
    }
    member.isGone = true;
    this.#members.splice(this.#members.indexOf(member), 1);
    this.#awake.delete(member);
    if (member.wake !== undefined) this.graph.kernel.delays.remove(member.wake);
  }

  /** Notes that a participant was used and may have something to send. */
  stir(member: Member): void {
    if (!member.isGone) this.#awake.add(member);
  }

  /** Sends and handles what is due now. */
  settle(): void {
    if (this.#isSettling) return;
    this.#isSettling = true;
    const touched = new Set<Member>();
    try {
      for (;;) {
        for (const member of this.#awake) {
          this.#awake.delete(member);
          touched.add(member);
          this.#flush(member);
        }
        const arrival = this.#arriving.shift();
        if (arrival === undefined) break;
        if (arrival.to.isGone) continue;
        arrival.to.participant.handle(arrival.bytes, this.graph.kernel.now);
        this.#awake.add(arrival.to);
      }
    } finally {
      this.#isSettling = false;
    }
    this.settled();
    for (const member of touched) this.#plan(member);
  }

  #flush(member: Member): void {
    const { participant } = member;
    // The first pass also tells the owner what happened, so it must run even if nothing is outgoing.
    do {
      for (const { to, bytes } of participant.takeOutgoing(BURST_BYTES)) {
        const isGroup = to.address === SPDP_GROUP;
        for (const other of this.#members) {
          if (other === member || other.node.domain !== member.node.domain) continue;
          if (isGroup || other.address === to.address) this.#send(member, other, bytes);
        }
      }
    } while (participant.hasOutgoing);
  }

  #send(from: Member, to: Member, datagram: Uint8Array): void {
    this.statistics.datagrams++;
    this.statistics.bytes += datagram.length;
    const arrive = (bytes: Uint8Array) => {
      this.#arriving.push({ to, bytes });
      this.settle();
    };
    const isCarried = this.carry(from.node, to.node, datagram.length, () => arrive(datagram));
    if (!isCarried) this.paths.pass(from, to, DATAGRAMS, datagram, arrive);
  }

  /** Schedules a participant's deadline. The run may end before it if nothing waits for the participant. */
  #plan(member: Member): void {
    if (member.isGone) return;
    const { kernel } = this.graph;
    const isBackground = !this.isBusy(member.node);
    const due = Math.max(kernel.now, Math.ceil(member.participant.nextDeadline()));
    if (member.wake?.background === isBackground && member.wakeAt === due) return;
    if (member.wake !== undefined) kernel.delays.remove(member.wake);
    member.wake = undefined;
    member.wakeAt = due;
    if (due === Number.POSITIVE_INFINITY) return;
    member.wake = new DelayedAction(() => this.#tick(member), label, this, isBackground);
    kernel.delays.push(due, member.wake);
  }

  #tick(member: Member): void {
    member.wake = undefined;
    member.wakeAt = Number.POSITIVE_INFINITY;
    member.participant.tick(this.graph.kernel.now);
    this.stir(member);
    this.settle();
  }
}
