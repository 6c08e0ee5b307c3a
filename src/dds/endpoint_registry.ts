/** The endpoints of this participant and their matches. */
import type { EndpointData } from './endpoint_data.js';
import type { Destination } from './outbox.js';
import { type Peer, RemoteReader, RemoteWriter } from './peer.js';
import { incompatiblePolicy } from './qos.js';
import type { Reader } from './reader.js';
import type { Writer } from './writer.js';

export class EndpointRegistry {
  /** By entity id, builtin ones too. */
  readonly writers = new Map<number, Writer>();
  readonly readers = new Map<number, Reader>();
  /** Writers by topic, without the builtin ones. */
  readonly #writersOf = new Map<string, Writer[]>();
  readonly #readersOf = new Map<string, Reader[]>();

  /** @param ignoreOwn - the writers do not match the readers beside them */
  constructor(readonly ignoreOwn = false) {}

  addBuiltin(writers: readonly Writer[], readers: readonly Reader[]): void {
    for (const writer of writers) this.writers.set(writer.entity, writer);
    for (const reader of readers) this.readers.set(reader.entity, reader);
  }

  userWriters(): Writer[] {
    return [...this.#writersOf.values()].flat();
  }

  userReaders(): Reader[] {
    return [...this.#readersOf.values()].flat();
  }

  addWriter(writer: Writer, peers: Iterable<Peer>, now: number): void {
    this.writers.set(writer.entity, writer);
    listIn(this.#writersOf, writer.data.topic).push(writer);
    for (const reader of this.#readersOf.get(writer.data.topic) ?? []) {
      this.#pairLocal(writer, reader, now);
    }
    for (const peer of peers) {
      for (const reader of peer.readers.values()) this.#pairReader(writer, reader, now);
    }
  }

  addReader(reader: Reader, peers: Iterable<Peer>, now: number): void {
    this.readers.set(reader.entity, reader);
    listIn(this.#readersOf, reader.data.topic).push(reader);
    for (const writer of this.#writersOf.get(reader.data.topic) ?? []) {
      this.#pairLocal(writer, reader, now);
    }
    for (const peer of peers) {
      for (const writer of peer.writers.values()) this.#pairWriter(writer, reader, now);
    }
  }

  removeWriter(writer: Writer): void {
    if (!this.writers.delete(writer.entity)) return;
    removeFrom(this.#writersOf, writer.data.topic, writer);
    for (const reader of [...writer.localReaders]) writer.unmatchLocal(reader);
    for (const proxy of [...writer.proxies]) writer.unmatch(proxy);
    writer.close();
  }

  removeReader(reader: Reader): void {
    if (!this.readers.delete(reader.entity)) return;
    removeFrom(this.#readersOf, reader.data.topic, reader);
    for (const writer of [...reader.localWriters]) writer.unmatchLocal(reader);
    for (const proxy of [...reader.proxies]) reader.unmatch(proxy);
    reader.close();
  }

  /** Handles a peer's announcement of a writer, or of a change of it. */
  putRemoteWriter(peer: Peer, data: EndpointData, to: Destination, now: number): void {
    const { entity } = data.guid;
    let writer = peer.writers.get(entity);
    if (writer !== undefined) {
      writer.data = data;
      writer.destination = to;
      for (const proxy of [...writer.proxies]) {
        if (!accepts(data, proxy.reader.data)) proxy.reader.unmatch(proxy);
      }
    } else {
      writer = new RemoteWriter(peer, data, to);
      peer.writers.set(entity, writer);
    }
    for (const reader of this.#readersOf.get(data.topic) ?? []) {
      this.#pairWriter(writer, reader, now);
    }
  }

  putRemoteReader(peer: Peer, data: EndpointData, to: Destination, now: number): void {
    const { entity } = data.guid;
    let reader = peer.readers.get(entity);
    if (reader !== undefined) {
      reader.data = data;
      reader.destination = to;
      for (const proxy of [...reader.proxies]) {
        if (!accepts(proxy.writer.data, data)) proxy.writer.unmatch(proxy);
      }
    } else {
      reader = new RemoteReader(peer, data, to);
      peer.readers.set(entity, reader);
    }
    for (const writer of this.#writersOf.get(data.topic) ?? []) {
      this.#pairReader(writer, reader, now);
    }
  }

  removeRemote(peer: Peer, entity: number): EndpointData | undefined {
    peer.dismiss(entity);
    const writer = peer.writers.get(entity);
    if (writer !== undefined) {
      peer.writers.delete(entity);
      for (const proxy of [...writer.proxies]) proxy.reader.unmatch(proxy);
      return writer.data;
    }
    const reader = peer.readers.get(entity);
    if (reader === undefined) return undefined;
    peer.readers.delete(entity);
    for (const proxy of [...reader.proxies]) proxy.writer.unmatch(proxy);
    return reader.data;
  }

  #pairLocal(writer: Writer, reader: Reader, now: number): void {
    if (this.ignoreOwn || writer.data.type !== reader.data.type) return;
    const policy = incompatiblePolicy(writer.data.qos, reader.data.qos);
    if (policy === undefined) writer.matchLocal(reader, now);
    else {
      writer.listener.onIncompatible?.(reader.data, policy);
      reader.listener.onIncompatible?.(writer.data, policy);
    }
  }

  #pairReader(writer: Writer, reader: RemoteReader, now: number): void {
    const { data } = reader;
    if (data.topic !== writer.data.topic || data.type !== writer.data.type) return;
    if (reader.proxies.some((proxy) => proxy.writer === writer)) return;
    const policy = incompatiblePolicy(writer.data.qos, data.qos);
    if (policy === undefined) writer.match(reader, now);
    else writer.listener.onIncompatible?.(data, policy);
  }

  #pairWriter(writer: RemoteWriter, reader: Reader, now: number): void {
    const { data } = writer;
    if (data.topic !== reader.data.topic || data.type !== reader.data.type) return;
    if (writer.proxies.some((proxy) => proxy.reader === reader)) return;
    const policy = incompatiblePolicy(data.qos, reader.data.qos);
    if (policy === undefined) reader.match(writer, now);
    else reader.listener.onIncompatible?.(data, policy);
  }
}

function accepts(writer: EndpointData, reader: EndpointData): boolean {
  return (
    writer.topic === reader.topic &&
    writer.type === reader.type &&
    incompatiblePolicy(writer.qos, reader.qos) === undefined
  );
}

function listIn<T>(map: Map<string, T[]>, key: string): T[] {
  let list = map.get(key);
  if (list === undefined) {
    list = [];
    map.set(key, list);
  }
  return list;
}

function removeFrom<T>(map: Map<string, T[]>, key: string, item: T): void {
  const list = map.get(key);
  if (list === undefined) return;
  list.splice(list.indexOf(item), 1);
  if (list.length === 0) map.delete(key);
}
