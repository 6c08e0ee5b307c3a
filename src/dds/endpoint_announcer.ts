/**
 * Announces the endpoints of one kind (SEDP): a reliable writer that keeps the newest announcement
 * of each endpoint.
 */
import { type EndpointData, encodeEndpointData } from './endpoint_data.js';
import { MAX_DISPOSALS } from './limits.js';
import { guidKeyPayload, PID } from './parameter_list.js';
import { STATUS } from './submessages.js';
import type { Writer } from './writer.js';

/** Distance in sequence numbers from the oldest announcement to the newest at which the oldest is renewed. */
const SPAN = 1024;

export class EndpointAnnouncer {
  /** Announced endpoints with their sequence numbers, oldest first. */
  readonly #announced = new Map<string, { data: EndpointData; sequence: number }>();
  #disposals: number[] = [];

  constructor(
    readonly writer: Writer,
    readonly vendor: number,
  ) {}

  /** Announces an endpoint, or a change of it. */
  announce(data: EndpointData, now: number): void {
    this.#put(data, now);
    const [oldest] = this.#announced.values();
    if (oldest !== undefined && this.writer.history.last - oldest.sequence > SPAN) {
      this.#put(oldest.data, now);
    }
  }

  #put(data: EndpointData, now: number): void {
    const key = data.guid.text;
    const before = this.#announced.get(key);
    this.writer.write(encodeEndpointData(data, this.vendor), now, {
      keyHash: data.guid.toBytes(),
    });
    // A Map keeps the order of insertion, so a renewed announcement moves to the end.
    this.#announced.delete(key);
    this.#announced.set(key, { data, sequence: this.writer.history.last });
    if (before !== undefined) this.writer.forget(before.sequence);
  }

  /** Announces the end of an endpoint. */
  dispose(data: EndpointData, now: number): void {
    const before = this.#announced.get(data.guid.text);
    if (before === undefined) return;
    this.#announced.delete(data.guid.text);
    const keyHash = data.guid.toBytes();
    const status = STATUS.disposed | STATUS.unregistered;
    this.writer.write(guidKeyPayload(PID.endpointGuid, keyHash), now, { keyHash, status });
    this.#disposals.push(this.writer.history.last);
    this.writer.forget(before.sequence);
    if (this.#disposals.length > MAX_DISPOSALS) this.writer.forget(this.#disposals.shift()!);
  }

  /** Removes disposals once all peers have every announcement. */
  acknowledged(): void {
    for (const sequence of this.#disposals) this.writer.forget(sequence);
    this.#disposals = [];
  }
}
