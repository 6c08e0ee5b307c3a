/** The instances of a keyed topic that a reader has seen. */
import { hex, sameBytes } from './guid.js';
import { MAX_INSTANCES } from './limits.js';
import type { ReceivedSample } from './received_sample.js';
import { STATUS } from './submessages.js';

export type InstanceState = 'alive' | 'disposed' | 'no_writers';

interface Instance {
  state: InstanceState;
  /** GUIDs of the writers that have it. */
  readonly writers: Set<string>;
}

export class Instances {
  readonly #instances = new Map<string, Instance>();

  get count(): number {
    return this.#instances.size;
  }

  /** The key of a sample as text; samples without a key hash are of one instance. */
  static keyOf(sample: ReceivedSample): string {
    const { keyHash } = sample.inlineQos;
    return keyHash === undefined ? '' : hex(keyHash);
  }

  /** Whether two samples are of one instance; without a text, since all that a reader holds are compared. */
  static areSame({ inlineQos: a }: ReceivedSample, { inlineQos: b }: ReceivedSample): boolean {
    if (a.keyHash === undefined || b.keyHash === undefined) return a.keyHash === b.keyHash;
    return sameBytes(a.keyHash, b.keyHash);
  }

  stateOf(key: string): InstanceState | undefined {
    return this.#instances.get(key)?.state;
  }

  /** Updates the instance of a sample; returns false if there are too many instances already. */
  note(sample: ReceivedSample): boolean {
    const key = Instances.keyOf(sample);
    let instance = this.#instances.get(key);
    if (instance === undefined) {
      if (this.#instances.size >= MAX_INSTANCES && !this.#forgetOne()) return false;
      instance = { state: 'alive', writers: new Set() };
      this.#instances.set(key, instance);
    }
    const { status } = sample.inlineQos;
    const writer = sample.writer.text;
    if ((status & STATUS.unregistered) !== 0) {
      instance.writers.delete(writer);
      if (instance.writers.size === 0 && instance.state === 'alive') instance.state = 'no_writers';
    }
    if ((status & STATUS.disposed) !== 0) instance.state = 'disposed';
    else if ((status & STATUS.unregistered) === 0) {
      instance.state = 'alive';
      instance.writers.add(writer);
    }
    return true;
  }

  /** Removes a writer that has gone from its instances. */
  writerGone(writer: string): void {
    for (const instance of this.#instances.values()) {
      if (!instance.writers.delete(writer)) continue;
      if (instance.writers.size === 0 && instance.state === 'alive') instance.state = 'no_writers';
    }
  }

  /** Forgets the instance that ended first. */
  #forgetOne(): boolean {
    for (const [key, { state }] of this.#instances) {
      if (state === 'alive') continue;
      this.#instances.delete(key);
      return true;
    }
    return false;
  }
}
