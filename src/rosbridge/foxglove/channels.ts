/** What a run offers to a client of the Foxglove protocol: its topics and services, with numbers. */
import type { MessageType } from '../../interfaces/index.js';
import type { Bridge } from '../bridge.js';

export interface Offer<Entry> {
  readonly added: readonly Entry[];
  readonly removed: readonly number[];
}

/** Keeps one number for each name of a list as the list changes. */
export class Numbered<Entry extends { readonly id: number }> {
  readonly #byKey = new Map<string, Entry>();
  readonly #byId = new Map<number, string>();
  #count = 0;

  /** The name with this number. */
  name(id: number): string | undefined {
    return this.#byId.get(id)?.split(' ')[0];
  }

  /** @param present - the type of each name */
  update(
    present: ReadonlyMap<string, string>,
    describe: (id: number, name: string, type: string) => Entry | undefined,
  ): Offer<Entry> {
    const keys = new Set([...present].map(([name, type]) => `${name} ${type}`));
    const removed: number[] = [];
    for (const [key, { id }] of this.#byKey) {
      if (keys.has(key)) continue;
      removed.push(id);
      this.#byKey.delete(key);
      this.#byId.delete(id);
    }
    const added: Entry[] = [];
    for (const [name, type] of present) {
      if (this.#byKey.has(`${name} ${type}`)) continue;
      const entry = describe(this.#count + 1, name, type);
      if (entry === undefined) continue;
      this.#count++;
      this.#byKey.set(`${name} ${type}`, entry);
      this.#byId.set(entry.id, `${name} ${type}`);
      added.push(entry);
    }
    return { added, removed };
  }
}

export interface Channel {
  readonly id: number;
  readonly topic: string;
  readonly encoding: 'cdr';
  readonly schemaName: string;
  readonly schema: string;
  readonly schemaEncoding: 'ros2msg';
}

/** @returns undefined for a type that nobody here knows */
export function channelOf(
  bridge: Bridge,
  id: number,
  topic: string,
  type: string,
): Channel | undefined {
  try {
    const { schemaText: schema } = bridge.types.message(type);
    return { id, topic, encoding: 'cdr', schemaName: type, schema, schemaEncoding: 'ros2msg' };
  } catch {
    return undefined;
  }
}

export interface Service {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly request: object;
  readonly response: object;
}

/** @returns undefined for a type that nobody here knows */
export function serviceOf(
  bridge: Bridge,
  id: number,
  name: string,
  type: string,
): Service | undefined {
  try {
    const { request, response } = bridge.types.service(type);
    return { id, name, type, request: partOf(request), response: partOf(response) };
  } catch {
    return undefined;
  }
}

function partOf({ name, schemaText }: MessageType): object {
  return { encoding: 'cdr', schemaName: name, schemaEncoding: 'ros2msg', schema: schemaText };
}
