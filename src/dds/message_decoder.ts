/** Decodes datagrams. Allocates nothing; throws a `Rejection` for malformed ones. */
import { hasPrefix, PREFIX_BYTES } from './guid.js';
import { MAX_SEQUENCE_NUMBER, MAX_SUBMESSAGES } from './limits.js';
import { NumberSet } from './number_set.js';
import { rejection } from './rejection.js';
import { FLAG, HEADER_BYTES, MAGIC, SUBMESSAGE } from './submessages.js';
import { WireReader } from './wire_reader.js';

/** The current submessage; its kind determines which fields are valid. */
export class Submessage {
  flags = 0;
  readerId = 0;
  writerId = 0;
  /** DATA, DATA_FRAG, fragments: the sequence number. HEARTBEAT: the first. GAP: the start. */
  sequence = 0;
  /** HEARTBEAT: the last sequence number. HEARTBEAT_FRAG: the last fragment. */
  last = 0;
  count = 0;
  /** ACKNACK, GAP, NACK_FRAG. */
  readonly set = new NumberSet();
  /** DATA_FRAG. */
  fragment = 0;
  fragmentCount = 0;
  fragmentSize = 0;
  sampleSize = 0;
  /** Where inline QoS starts; -1 when there is none. */
  inlineQos = -1;
  /** Where the payload starts; -1 when there is none. */
  payload = -1;
  /** Where payload and submessage end. */
  end = 0;
  /** Whether the payload is a key only. */
  isKey = false;
}

/** The state that earlier submessages of the datagram have set. */
export class ReceiverState {
  bytes: Uint8Array = new Uint8Array(0);
  readonly source = new Uint8Array(PREFIX_BYTES);
  vendor = 0;
  /** Whether the following submessages are for all participants or for this one. */
  forMe = true;
  /** Whether the following submessages name this participant as their destination. */
  namesMe = false;
  hasTimestamp = false;
  seconds = 0;
  parts = 0;
}

/** Handles submessages: one method for each kind with content. */
export interface SubmessageHandler {
  data(message: Submessage, state: ReceiverState): void;
  dataFrag(message: Submessage, state: ReceiverState): void;
  heartbeat(message: Submessage, state: ReceiverState): void;
  heartbeatFrag(message: Submessage, state: ReceiverState): void;
  ackNack(message: Submessage, state: ReceiverState): void;
  nackFrag(message: Submessage, state: ReceiverState): void;
  gap(message: Submessage, state: ReceiverState): void;
  /** Called when the source has changed, and at the start; returns false to ignore the rest. */
  source(state: ReceiverState): boolean;
}

export class MessageDecoder {
  readonly state = new ReceiverState();
  readonly #message = new Submessage();
  readonly #reader = new WireReader();
  readonly #prefix: Uint8Array;
  readonly #handler: SubmessageHandler;

  constructor(prefix: Uint8Array, handler: SubmessageHandler) {
    this.#prefix = prefix;
    this.#handler = handler;
  }

  /**
   * Passes each submessage for this participant to the handler.
   * @throws Rejection when something is malformed; the submessages before it have been handled
   */
  decode(bytes: Uint8Array): void {
    const { state } = this;
    if (bytes.length < HEADER_BYTES) throw rejection('not_rtps');
    for (let i = 0; i < 4; i++) if (bytes[i] !== MAGIC[i]) throw rejection('not_rtps');
    if (bytes[4] !== 2) throw rejection('version');
    state.bytes = bytes;
    state.vendor = (bytes[6]! << 8) | bytes[7]!;
    for (let i = 0; i < PREFIX_BYTES; i++) state.source[i] = bytes[8 + i]!;
    state.forMe = true;
    state.namesMe = false;
    state.hasTimestamp = false;
    if (!this.#handler.source(state)) return;
    let position = HEADER_BYTES;
    for (let count = 0; position < bytes.length; count++) {
      if (count >= MAX_SUBMESSAGES) throw rejection('too_many_submessages');
      position = this.#submessage(bytes, position);
      if (position < 0) return;
    }
  }

  /** Handles one submessage; returns where the next one starts, or -1 to stop. */
  #submessage(bytes: Uint8Array, position: number): number {
    if (bytes.length - position < 4) throw rejection('submessage_length');
    const kind = bytes[position]!;
    const flags = bytes[position + 1]!;
    const little = (flags & FLAG.littleEndian) !== 0;
    const length = little
      ? bytes[position + 2]! | (bytes[position + 3]! << 8)
      : (bytes[position + 2]! << 8) | bytes[position + 3]!;
    const start = position + 4;
    // A length of 0 in the last submessage means "up to the end", except where 0 is possible.
    const open = length === 0 && kind !== SUBMESSAGE.pad && kind !== SUBMESSAGE.infoTimestamp;
    const end = open ? bytes.length : start + length;
    if (end > bytes.length) throw rejection('submessage_length');
    const message = this.#message;
    message.flags = flags;
    message.end = end;
    const reader = this.#reader.reset(bytes, start, end, little);
    return this.#dispatch(kind, message, reader) ? end : -1;
  }

  #dispatch(kind: number, message: Submessage, reader: WireReader): boolean {
    const { state } = this;
    switch (kind) {
      case SUBMESSAGE.infoTimestamp:
        this.#infoTimestamp(message, reader);
        return true;
      case SUBMESSAGE.infoDestination:
        this.#infoDestination(reader);
        return true;
      case SUBMESSAGE.infoSource:
        return this.#infoSource(reader);
    }
    if (!state.forMe) return true;
    switch (kind) {
      case SUBMESSAGE.data:
        readData(message, reader);
        this.#handler.data(message, state);
        break;
      case SUBMESSAGE.dataFrag:
        readDataFrag(message, reader);
        this.#handler.dataFrag(message, state);
        break;
      case SUBMESSAGE.heartbeat:
        readHeartbeat(message, reader);
        this.#handler.heartbeat(message, state);
        break;
      case SUBMESSAGE.ackNack:
        readEntities(message, reader);
        message.set.readSequences(reader);
        message.count = reader.i32();
        this.#handler.ackNack(message, state);
        break;
      case SUBMESSAGE.gap:
        readEntities(message, reader);
        message.sequence = checkedSequence(reader);
        message.set.readSequences(reader);
        if (message.set.base < message.sequence) throw rejection('number_set');
        this.#handler.gap(message, state);
        break;
      case SUBMESSAGE.heartbeatFrag:
        readEntities(message, reader);
        message.sequence = checkedSequence(reader);
        message.last = reader.u32();
        message.count = reader.i32();
        this.#handler.heartbeatFrag(message, state);
        break;
      case SUBMESSAGE.nackFrag:
        readEntities(message, reader);
        message.sequence = checkedSequence(reader);
        message.set.readFragments(reader);
        message.count = reader.i32();
        this.#handler.nackFrag(message, state);
        break;
      // PAD, INFO_REPLY, and the additions of vendors and later versions are ignored.
    }
    return true;
  }

  #infoTimestamp({ flags }: Submessage, reader: WireReader): void {
    const { state } = this;
    state.hasTimestamp = (flags & FLAG.invalidate) === 0;
    if (!state.hasTimestamp) return;
    state.seconds = reader.u32();
    state.parts = reader.u32();
  }

  #infoDestination(reader: WireReader): void {
    const at = reader.skip(PREFIX_BYTES);
    const { state } = this;
    state.namesMe = hasPrefix(reader.bytes, at, this.#prefix);
    state.forMe = state.namesMe || hasPrefix(reader.bytes, at, ZERO);
  }

  #infoSource(reader: WireReader): boolean {
    reader.skip(4);
    const { state } = this;
    if (reader.u8() !== 2) throw rejection('version');
    reader.skip(1);
    state.vendor = (reader.u8() << 8) | reader.u8();
    const at = reader.skip(PREFIX_BYTES);
    for (let i = 0; i < PREFIX_BYTES; i++) state.source[i] = reader.bytes[at + i]!;
    state.hasTimestamp = false;
    return this.#handler.source(state);
  }
}

const ZERO = new Uint8Array(PREFIX_BYTES);

function readEntities(message: Submessage, reader: WireReader): void {
  message.readerId = reader.entity();
  message.writerId = reader.entity();
}

/** The sequence number of a sample: from 1 to the largest that can be counted exactly. */
function checkedSequence(reader: WireReader): number {
  const sequence = reader.sequence();
  if (!(sequence >= 1 && sequence < MAX_SEQUENCE_NUMBER)) throw rejection('sequence_number');
  return sequence;
}

function readHeartbeat(message: Submessage, reader: WireReader): void {
  readEntities(message, reader);
  message.sequence = checkedSequence(reader);
  message.last = reader.sequence();
  if (!(message.last < MAX_SEQUENCE_NUMBER)) throw rejection('sequence_number');
  // "Nothing there" is written as last = first - 1.
  if (message.last < message.sequence - 1) throw rejection('sequence_number');
  message.count = reader.i32();
}

/** Reads the common beginning of DATA and DATA_FRAG; returns where inline QoS or payload starts. */
function readDataHead(message: Submessage, reader: WireReader): number {
  reader.skip(2);
  const toInlineQos = reader.u16();
  const from = reader.position;
  readEntities(message, reader);
  message.sequence = checkedSequence(reader);
  if (from + toInlineQos > message.end) throw rejection('truncated');
  return from + toInlineQos;
}

function readData(message: Submessage, reader: WireReader): void {
  const body = readDataHead(message, reader);
  if (body < reader.position) throw rejection('truncated');
  readBody(message, reader, body);
  const { flags } = message;
  message.isKey = (flags & FLAG.key) !== 0;
  if ((flags & (FLAG.data | FLAG.key)) === 0) message.payload = -1;
}

function readDataFrag(message: Submessage, reader: WireReader): void {
  const body = readDataHead(message, reader);
  message.fragment = reader.u32();
  message.fragmentCount = reader.u16();
  message.fragmentSize = reader.u16();
  message.sampleSize = reader.u32();
  if (body < reader.position) throw rejection('truncated');
  const { fragment, fragmentCount, fragmentSize, sampleSize } = message;
  if (fragment === 0 || fragmentCount === 0 || fragmentSize === 0) throw rejection('fragment');
  const fragments = Math.ceil(sampleSize / fragmentSize);
  if (fragment + fragmentCount - 1 > fragments) throw rejection('fragment');
  readBody(message, reader, body);
  message.isKey = (message.flags & FLAG.fragKey) !== 0;
}

function readBody(message: Submessage, reader: WireReader, body: number): void {
  reader.position = body;
  message.inlineQos = -1;
  if ((message.flags & FLAG.inlineQos) !== 0) {
    message.inlineQos = body;
    skipParameters(reader);
  }
  message.payload = reader.position;
}

/** Skips a parameter list without reading it. */
function skipParameters(reader: WireReader): void {
  for (;;) {
    const pid = reader.u16();
    const length = reader.u16();
    if (pid === 1) return;
    reader.skip(length);
  }
}
