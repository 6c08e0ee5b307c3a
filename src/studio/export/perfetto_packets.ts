import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/**
 * Field numbers of Perfetto's trace format, from its published `trace_packet.proto`,
 * `track_descriptor.proto`, `track_event.proto` and `interned_data.proto`.
 */
const TRACE = { packet: 1 } as const;
const PACKET = {
  timestamp: 8,
  sequence: 10,
  trackEvent: 11,
  internedData: 12,
  sequenceFlags: 13,
  trackDescriptor: 60,
} as const;
const DESCRIPTOR = {
  uuid: 1,
  name: 2,
  process: 3,
  thread: 4,
  parent: 5,
  counter: 8,
  childOrdering: 11,
  siblingRank: 12,
} as const;
const PROCESS = { pid: 1, name: 6 } as const;
const THREAD = { pid: 1, tid: 2, name: 5 } as const;
const COUNTER = { unitName: 6 } as const;
const EVENT = {
  categories: 22,
  annotations: 4,
  type: 9,
  nameIid: 10,
  track: 11,
  counterValue: 30,
  flows: 47,
  endingFlows: 48,
} as const;
const INTERNED = { eventNames: 2 } as const;
const INTERNED_NAME = { iid: 1, name: 2 } as const;
const ANNOTATION = { uint: 3, name: 10, string: 6 } as const;

const STATE_CLEARED = 1;
const NEEDS_STATE = 2;
const EXPLICIT_ORDER = 3;

/** The kind of an event on a track. */
export type EventType = 'begin' | 'end' | 'instant' | 'counter';
const EVENT_TYPES: Readonly<Record<EventType, number>> = {
  begin: 1,
  end: 2,
  instant: 3,
  counter: 4,
};

/** A track; its number is unique in the trace. */
export interface PerfettoTrack {
  readonly uuid: number;
  readonly name: string;
  readonly parent?: number;
  /** Given if it is the track of a process. */
  readonly pid?: number;
  /** With `pid`: given if it is the track of one of the process's threads. */
  readonly tid?: number;
  /** Unit of the numbers, if it is a counter. */
  readonly counts?: string;
  /** Its position among the tracks of its parent. */
  readonly rank?: number;
}

/** An event on a track. */
export interface PerfettoEvent {
  readonly type: EventType;
  readonly track: number;
  /** ns since the start of the run. */
  readonly time: number;
  readonly name?: string;
  readonly category?: string;
  readonly value?: number;
  readonly flows?: readonly bigint[];
  readonly endingFlows?: readonly bigint[];
  readonly annotations?: Readonly<Record<string, string | number>>;
}

/** Encodes the packets of one trace; each name is sent once and then referred to by number. */
export class PerfettoPackets {
  readonly #write: (bytes: Uint8Array) => void;
  readonly #names = new Map<string, number>();
  #isFirst = true;

  constructor(write: (bytes: Uint8Array) => void) {
    this.#write = write;
  }

  track(track: PerfettoTrack): void {
    this.#packet((packet) => {
      const descriptor = nested(packet, PACKET.trackDescriptor);
      descriptor.tag(DESCRIPTOR.uuid, WireType.Varint).uint64(track.uuid);
      if (track.tid === undefined) text(descriptor, DESCRIPTOR.name, track.name);
      if (track.parent !== undefined) {
        descriptor.tag(DESCRIPTOR.parent, WireType.Varint).uint64(track.parent);
      }
      if (track.pid !== undefined) identify(descriptor, track, track.pid);
      if (track.counts !== undefined) {
        const counter = nested(descriptor, DESCRIPTOR.counter);
        text(counter, COUNTER.unitName, track.counts);
        counter.join();
      }
      if (track.rank !== undefined) {
        descriptor.tag(DESCRIPTOR.siblingRank, WireType.Varint).int32(track.rank);
      }
      descriptor.tag(DESCRIPTOR.childOrdering, WireType.Varint).int32(EXPLICIT_ORDER);
      descriptor.join();
    });
  }

  event(event: PerfettoEvent): void {
    this.#packet((packet) => {
      packet.tag(PACKET.timestamp, WireType.Varint).uint64(event.time);
      const iid = event.name === undefined ? undefined : this.#nameOf(packet, event.name);
      const body = nested(packet, PACKET.trackEvent);
      body.tag(EVENT.type, WireType.Varint).int32(EVENT_TYPES[event.type]);
      body.tag(EVENT.track, WireType.Varint).uint64(event.track);
      if (iid !== undefined) body.tag(EVENT.nameIid, WireType.Varint).uint64(iid);
      if (event.category !== undefined) text(body, EVENT.categories, event.category);
      if (event.value !== undefined) {
        body.tag(EVENT.counterValue, WireType.Varint).int64(event.value);
      }
      for (const flow of event.flows ?? []) {
        body.tag(EVENT.flows, WireType.Bit64).fixed64(flow);
      }
      for (const flow of event.endingFlows ?? []) {
        body.tag(EVENT.endingFlows, WireType.Bit64).fixed64(flow);
      }
      for (const [name, value] of Object.entries(event.annotations ?? {})) {
        annotate(body, name, value);
      }
      body.join();
    });
  }

  #packet(fill: (packet: BinaryWriter) => void): void {
    const trace = new BinaryWriter();
    const packet = nested(trace, TRACE.packet);
    packet.tag(PACKET.sequence, WireType.Varint).uint32(1);
    packet.tag(PACKET.sequenceFlags, WireType.Varint);
    packet.uint32(this.#isFirst ? STATE_CLEARED : NEEDS_STATE);
    this.#isFirst = false;
    fill(packet);
    packet.join();
    this.#write(trace.finish());
  }

  /** The number of a name; the first packet that uses a name also defines its number. */
  #nameOf(packet: BinaryWriter, name: string): number {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const iid = this.#names.size + 1;
    this.#names.set(name, iid);
    const data = nested(packet, PACKET.internedData);
    const entry = nested(data, INTERNED.eventNames);
    entry.tag(INTERNED_NAME.iid, WireType.Varint).uint64(iid);
    text(entry, INTERNED_NAME.name, name);
    entry.join();
    data.join();
    return iid;
  }
}

function nested(writer: BinaryWriter, field: number): BinaryWriter {
  return writer.tag(field, WireType.LengthDelimited).fork();
}

function text(writer: BinaryWriter, field: number, value: string): void {
  writer.tag(field, WireType.LengthDelimited).string(value);
}

function identify(descriptor: BinaryWriter, { tid, name }: PerfettoTrack, pid: number): void {
  const fields = tid === undefined ? PROCESS : THREAD;
  const body = nested(descriptor, tid === undefined ? DESCRIPTOR.process : DESCRIPTOR.thread);
  body.tag(fields.pid, WireType.Varint).int32(pid);
  if (tid !== undefined) body.tag(THREAD.tid, WireType.Varint).int32(tid);
  text(body, fields.name, name);
  body.join();
}

function annotate(event: BinaryWriter, name: string, value: string | number): void {
  const body = nested(event, EVENT.annotations);
  text(body, ANNOTATION.name, name);
  if (typeof value === 'string') text(body, ANNOTATION.string, value);
  else body.tag(ANNOTATION.uint, WireType.Varint).uint64(value);
  body.join();
}
