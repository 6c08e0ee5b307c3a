/** Clients and servers of ROS 2 services, with peers of every vendor. */
import { Guid, sameBytes, VENDOR } from './guid.js';
import type { Participant } from './participant.js';
import type { Qos } from './qos.js';
import type { Reader } from './reader.js';
import type { ReceivedSample } from './received_sample.js';
import { ddsTopic, ddsType } from './ros_names.js';
import {
  addHeader,
  expectedAt,
  type RequestId,
  readReply,
  readRequest,
  relatedOf,
  type ServiceForm,
  serviceFormOf,
} from './ros_service_header.js';
import { endpointUserData } from './ros_user_data.js';
import type { Writer } from './writer.js';

/** The options of a client or server. */
export interface ServiceOptions {
  /** Fully qualified, e.g. `/add_two_ints`. */
  readonly name: string;
  /** `package/srv/Name` */
  readonly type: string;
  readonly qos: Qos;
  /** Hashes of the types of requests and responses; Humble announces none. */
  readonly requestHash?: string;
  readonly responseHash?: string;
}

const FORMS: readonly ServiceForm[] = ['payload', 'inline'];
/** The vendors for which a sample of each form is meant. */
const AUDIENCE: Readonly<Record<ServiceForm, (vendor: number) => boolean>> = {
  payload: (vendor) => serviceFormOf(vendor) === 'payload',
  inline: (vendor) => serviceFormOf(vendor) === 'inline',
};

/** The two endpoints of one side. */
function endpointsOf(
  participant: Participant,
  options: ServiceOptions,
  side: 'server' | 'client',
  now: number,
  onData: (reader: Reader, now: number) => void,
): { reader: Reader; writer: Writer; id: Uint8Array } {
  const { name, type, qos } = options;
  const id = new Guid(participant.guid.prefix, participant.nextServiceNumber()).toBytes();
  const endpoint = (what: 'request' | 'reply') => {
    const typeHash = what === 'request' ? options.requestHash : options.responseHash;
    const suffix = what === 'request' ? 'Request' : 'Response';
    return {
      topic: ddsTopic({ kind: what, name }),
      type: ddsType(`${type}_${suffix}`),
      qos,
      userData: endpointUserData({
        ...(side === 'server' ? { serviceId: id } : { clientId: id }),
        ...(typeHash === undefined ? {} : { typeHash }),
      }),
    };
  };
  const [reads, writes] =
    side === 'server' ? (['request', 'reply'] as const) : (['reply', 'request'] as const);
  const reader = participant.createReader(endpoint(reads), now, { onData });
  const writer = participant.createWriter(endpoint(writes), now);
  return { reader, writer, id };
}

/** The form of a sample's payload: that of its writer's vendor. */
function formOf(participant: Participant, sample: ReceivedSample): ServiceForm {
  return serviceFormOf(participant.findPeer(sample.writer.prefix)?.vendor ?? VENDOR.orrery);
}

export class ServiceServer {
  readonly reader: Reader;
  readonly writer: Writer;

  /**
   * @param onRequest gets each request; `respond` is called with its id, now or later
   * @param mayTake whether its owner takes more requests now; once the owner takes them again, it calls
   *   {@link read}
   */
  constructor(
    readonly participant: Participant,
    options: ServiceOptions,
    now: number,
    readonly onRequest: (
      payload: Uint8Array,
      id: RequestId,
      now: number,
      sentAt: bigint | undefined,
    ) => void,
    readonly mayTake: () => boolean = () => true,
  ) {
    const made = endpointsOf(participant, options, 'server', now, (_, at) => this.read(at));
    this.reader = made.reader;
    this.writer = made.writer;
  }

  /** Gives its owner the requests that have arrived. */
  read(now: number): void {
    while (this.mayTake()) {
      const sample = this.reader.take();
      if (sample === undefined) return;
      const request = readRequest(sample, formOf(this.participant, sample));
      if (request === undefined) continue;
      this.onRequest(request.payload, request.id, now, sample.sourceTimestamp);
    }
  }

  /** Answers a request; peers that speak the other form never see the answer. */
  respond(payload: Uint8Array, id: RequestId, now: number) {
    const audience = AUDIENCE[id.form];
    if (id.form === 'payload') {
      return this.writer.write(addHeader(payload, id.client, id.sequence), now, { audience });
    }
    return this.writer.write(payload, now, { audience, related: relatedOf(id) });
  }
}

export class ServiceClient {
  readonly reader: Reader;
  readonly writer: Writer;
  /** The eight bytes that stand for this client in Cyclone's form. */
  readonly #short: Uint8Array;
  #calls = 0;
  /** Number of the call by the number of the sample that carries it in the other form. */
  readonly #bySample = new Map<number, number>();
  readonly #open = new Set<number>();

  /** @param onReply gets the reply to each call, with the number that `call` returned */
  constructor(
    readonly participant: Participant,
    options: ServiceOptions,
    now: number,
    onReply: (payload: Uint8Array, call: number, now: number, sentAt: bigint | undefined) => void,
  ) {
    const made = endpointsOf(participant, options, 'client', now, (reader, at) => {
      for (let sample = reader.take(); sample !== undefined; sample = reader.take()) {
        const reply = readReply(sample, formOf(participant, sample));
        const call = reply === undefined ? undefined : this.#callOf(reply.id);
        // If several servers answer, the first answer counts.
        if (call === undefined || !this.#open.delete(call)) continue;
        onReply(reply!.payload, call, at, sample.sourceTimestamp);
      }
    });
    this.reader = made.reader;
    this.writer = made.writer;
    this.#short = made.id.slice(8, 16);
  }

  #callOf({ form, client, sequence }: RequestId): number | undefined {
    if (form === 'payload') return sameBytes(client, this.#short) ? sequence : undefined;
    const guid = Guid.read(client);
    const isOurs = guid.equals(this.reader.guid) || guid.equals(this.writer.guid);
    const call = isOurs ? this.#bySample.get(sequence) : undefined;
    if (call !== undefined) this.#bySample.delete(sequence);
    return call;
  }

  /**
   * Whether a server is matched that knows both endpoints of this client; before that, a request or
   * its reply would be lost.
   */
  get isReady(): boolean {
    const heard = this.writer.proxies.filter(({ isHeard, isReliable }) => isHeard || !isReliable);
    const servers = new Set(heard.map(({ reader }) => reader.peer));
    const both = this.reader.proxies.some(
      ({ writer, isHeard, isReliable }) => (isHeard || !isReliable) && servers.has(writer.peer),
    );
    return both || (this.writer.localReaders.length > 0 && this.reader.localWriters.length > 0);
  }

  /** Sends a request in each form that a matched server speaks; returns the number of the call. */
  call(payload: Uint8Array, now: number): number {
    const call = ++this.#calls;
    this.#open.add(call);
    for (const form of FORMS) {
      const audience = AUDIENCE[form];
      const isLocal = form === 'inline' && this.writer.localReaders.length > 0;
      const isSpoken =
        isLocal || this.writer.proxies.some(({ reader }) => audience(reader.peer.vendor));
      if (!isSpoken) continue;
      if (form === 'payload') {
        this.writer.write(addHeader(payload, this.#short, call), now, { audience });
      } else {
        // The number is stored first: a server of this participant may answer during the write.
        this.#bySample.set(this.writer.history.last + 1, call);
        this.writer.write(payload, now, { audience, related: expectedAt(this.reader.guid) });
      }
    }
    return call;
  }

  /** Abandons a call, whose reply is no longer wanted. */
  forget(call: number): void {
    this.#open.delete(call);
    for (const [sequence, each] of this.#bySample)
      if (each === call) this.#bySample.delete(sequence);
  }
}
