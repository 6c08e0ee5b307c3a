import type { PlacedCallback, RunTrace, TracedPublication } from '../../analysis/index.js';
import { type DescribedEntity, publicationsOf } from '../../trace/index.js';
import { PerfettoPackets } from './perfetto_packets.js';
import { QueueDepths } from './queue_depths.js';

/** The most tracks of a run; those of the next run begin after them. */
const TRACKS_PER_RUN = 1 << 24;
const NO_EXECUTOR = 'outside of executors';

/** The tracks of a thread: callbacks that overlap without nesting need several. */
interface Thread {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Each track, and when the last callback on it ends. */
  readonly lanes: { readonly track: number; end: number }[];
}

/**
 * One run as a Perfetto trace: a process per executor, a thread track per thread, a slice per callback (an instant
 * if it took no time), flows from publications to the callbacks that they caused, and a counter per queue in which
 * something waited. Memory use does not grow with the run.
 */
export class PerfettoExport {
  readonly #trace: RunTrace;
  readonly #packets: PerfettoPackets;
  readonly #run: number;
  readonly #pids = new Map<string, number>();
  readonly #threads = new Map<string, Thread>();
  readonly #queues = new Map<number, QueueDepths>();
  readonly #subscribers = new Map<string, DescribedEntity[]>();
  readonly #topics = new Map<number, string>();
  /** Flows of the publications of callbacks that have not ended, by callback number. */
  readonly #running = new Map<number, bigint[]>();
  #tracks: number;

  /** @param run - index of the run among the exported ones */
  constructor(trace: RunTrace, write: (bytes: Uint8Array) => void, run = 0) {
    this.#trace = trace;
    this.#packets = new PerfettoPackets(write);
    this.#run = run;
    this.#tracks = run * TRACKS_PER_RUN;
    for (const entity of trace.system.entities) {
      if (entity.kind !== 'subscription') continue;
      const others = this.#subscribers.get(entity.name) ?? [];
      this.#subscribers.set(entity.name, [...others, entity]);
    }
    for (const { id, topic } of trace.system.publishers) this.#topics.set(id, topic);
  }

  run(): void {
    this.#trace.walk({
      callback: (callback) => this.#callback(callback),
      publication: (publication) => this.#publication(publication),
      fault: (fault, target, time) => this.#fault(`${fault} ${target}`, time),
    });
    for (const queue of this.#queues.values()) queue.end();
  }

  #callback(callback: PlacedCallback): void {
    const { entity, fields, ready, start, end } = callback;
    const track = this.#trackOf(entity.executor ?? NO_EXECUTOR, fields.thread, start, end);
    const shared = { track, name: `${entity.node} ${entity.name}`, category: entity.kind };
    const details = {
      ...shared,
      time: start,
      ...this.#flowsOf(callback),
      annotations: {
        number: fields.number,
        cause: fields.cause,
        waited_ns: fields.waited,
        ...(fields.overwritten > 0 && { overwritten: fields.overwritten }),
      },
    };
    if (end > start) {
      this.#packets.event({ type: 'begin', ...details });
      this.#packets.event({ type: 'end', track, time: end });
    } else this.#packets.event({ type: 'instant', ...details });
    if (entity.kind !== 'timer') this.#queueOf(entity).add(ready, start);
  }

  /**
   * Writes a publication that was sent outside of callbacks or after its callback ended; the others are part of their
   * callbacks.
   */
  #publication({ from, fields, time, inCallback }: TracedPublication): void {
    if (inCallback) return;
    const flows = this.#flowsOfPublication(from.id, fields.sequence);
    if (fields.elapsed > 0) {
      const others = this.#running.get(fields.cause) ?? [];
      this.#running.set(fields.cause, [...others, ...flows]);
      return;
    }
    const track = this.#trackOf('publications outside of callbacks', 0, time, time);
    this.#packets.event({
      type: 'instant',
      track,
      time,
      name: `${from.node} ${from.topic}`,
      category: 'publication',
      flows,
    });
  }

  #fault(name: string, time: number): void {
    const track = this.#trackOf('faults', 0, time, time);
    this.#packets.event({ type: 'instant', track, time, name, category: 'fault' });
  }

  #flowsOf({ entity, fields }: PlacedCallback) {
    const flows = publicationsOf(fields, entity.id).flatMap(({ publisher, sequence }) =>
      this.#flowsOfPublication(publisher, sequence),
    );
    flows.push(...(this.#running.get(fields.number) ?? []));
    this.#running.delete(fields.number);
    // Requests and responses have no number of their own: the number of the sending callback identifies them.
    if (fields.outputs > fields.publishers.length) flows.push(this.#flow(0, 0, fields.number));
    const endingFlows: bigint[] = [];
    if (fields.publisher !== 0) {
      endingFlows.push(this.#flow(fields.publisher, entity.id, fields.sequence));
    } else if (fields.cause !== 0) endingFlows.push(this.#flow(0, 0, fields.cause));
    return { flows, endingFlows };
  }

  /** One flow for each subscription to the topic: a single flow would chain the subscriptions. */
  #flowsOfPublication(publisher: number, sequence: number): bigint[] {
    const subscribers = this.#subscribers.get(this.#topics.get(publisher) ?? '') ?? [];
    return subscribers.map(({ id }) => this.#flow(publisher, id, sequence));
  }

  #flow(publisher: number, entity: number, sequence: number): bigint {
    const parts: [number, bigint][] = [
      [publisher, 14n],
      [entity, 14n],
      [sequence, 34n],
    ];
    const begin = BigInt(this.#run & 3);
    return parts.reduce(
      (all, [part, bits]) => (all << bits) | BigInt.asUintN(Number(bits), BigInt(part)),
      begin,
    );
  }

  #trackOf(executor: string, number: number, start: number, end: number): number {
    const key = `${executor} ${number}`;
    let thread = this.#threads.get(key);
    if (thread === undefined) {
      thread = { name: `thread ${number}`, pid: this.#pidOf(executor), tid: number + 1, lanes: [] };
      this.#threads.set(key, thread);
    }
    let lane = thread.lanes.find((each) => each.end <= start);
    if (lane === undefined) {
      lane = { track: this.#addLane(thread), end };
      thread.lanes.push(lane);
    }
    lane.end = end;
    return lane.track;
  }

  #addLane({ name, pid, tid, lanes }: Thread): number {
    const uuid = ++this.#tracks;
    const first = lanes[0];
    this.#packets.track(
      first === undefined
        ? { uuid, name, pid, tid }
        : { uuid, name: `${name}, at the same time`, parent: first.track },
    );
    return uuid;
  }

  #pidOf(executor: string): number {
    let pid = this.#pids.get(executor);
    if (pid === undefined) {
      pid = this.#run * 10_000 + this.#pids.size + 1;
      this.#pids.set(executor, pid);
      this.#packets.track({ uuid: ++this.#tracks, name: executor, pid });
    }
    return pid;
  }

  #queueOf(entity: DescribedEntity): QueueDepths {
    let queue = this.#queues.get(entity.id);
    if (queue === undefined) {
      let track: number | undefined;
      queue = new QueueDepths((time, value) => {
        track ??= this.#addCounter(`${entity.node} ${entity.name} waiting`);
        this.#packets.event({ type: 'counter', track, time, value });
      });
      this.#queues.set(entity.id, queue);
    }
    return queue;
  }

  #addCounter(name: string): number {
    const uuid = ++this.#tracks;
    this.#packets.track({ uuid, name, counts: 'messages' });
    return uuid;
  }
}
