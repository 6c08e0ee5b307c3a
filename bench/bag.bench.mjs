/**
 * Records and reads MCAP, and plays and records a bag in a simulation: Orrery against the official TypeScript
 * library (`@mcap/core`) in the same process, with the same messages, chunk size and compression. Both write to and
 * read from files. The library only copies; the simulation also maintains time, a node, a publisher, and the order
 * and content digests of a run.
 *
 *     npm run build && node bench/bag.bench.mjs [seconds per cell, default 1]
 */
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import decompressLz4 from '@foxglove/wasm-lz4';
import * as zstd from '@foxglove/wasm-zstd';
import { McapIndexedReader, McapWriter } from '@mcap/core';
import { BagPlayer, BagRecorder, createBag, openBag, openPlayback } from '../dist/bag/index.js';
import { TypeRegistry } from '../dist/interfaces/index.js';
import { Simulation } from '../dist/simulation/index.js';
import { RunObserver } from '../dist/trace/index.js';

const seconds = Number(process.argv[2] ?? 1);
const schema = 'uint8[] data\n';
const level = 1;
const chunkBytes = 1 << 20;
const path = join(tmpdir(), `orrery-bench-${process.pid}.mcap`);
const copy = join(tmpdir(), `orrery-bench-copy-${process.pid}.mcap`);
const types = new TypeRegistry();

/** Messages that compress about as well as sensor data: a quarter of the bytes are noise. */
function messagesOf(size) {
  let state = 1;
  return Array.from({ length: 8 }, () => {
    const bytes = new Uint8Array(size);
    for (let at = 0; at < size; at += 4) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      bytes[at] = state >>> 24;
    }
    return bytes;
  });
}

async function writeOrrery(count, messages, compression) {
  const bag = await createBag(path, {
    compression,
    compressionLevel: level,
    chunkBytes,
    overwrite: true,
  });
  const id = bag.addTopic({ name: '/a', type: 'test_msgs/msg/Bytes', schema });
  for (let index = 0; index < count; index++) {
    const time = BigInt(index) * 1000n;
    bag.write(id, time, time, index, messages[index & 7]);
  }
  bag.close();
}

async function readOrrery() {
  const bag = await openBag(path);
  let count = 0;
  for (const message of bag.messages()) count += message.data.length > 0 ? 1 : 0;
  bag.close();
  return count;
}

/** Plays the bag in virtual time and records what is published. */
async function simulate(compression) {
  const playback = await openPlayback(path);
  const simulation = new Simulation({ initialTime: playback.initialTime, types });
  const { graph } = simulation;
  const recorder = await BagRecorder.create(copy, graph, {
    compression,
    compressionLevel: level,
    chunkBytes,
    overwrite: true,
  });
  graph.observers.add('record', new RunObserver(graph, { messages: recorder }));
  const player = new BagPlayer(graph, types, playback);
  simulation.attach(player.node);
  player.start();
  await simulation.run();
  player.close();
  recorder.close();
}

class FileWritable {
  #handle;
  #position = 0n;
  constructor(handle) {
    this.#handle = handle;
  }
  async write(bytes) {
    await this.#handle.write(bytes);
    this.#position += BigInt(bytes.length);
  }
  position() {
    return this.#position;
  }
}

class FileReadable {
  #handle;
  constructor(handle) {
    this.#handle = handle;
  }
  async size() {
    return BigInt((await this.#handle.stat()).size);
  }
  async read(offset, length) {
    const bytes = new Uint8Array(Number(length));
    await this.#handle.read(bytes, 0, bytes.length, Number(offset));
    return bytes;
  }
}

/** An official writer for one topic; `add` takes a message, `end` completes the file. */
async function officialWriter(file, compression) {
  const handle = await open(file, 'w');
  const compressChunk = (bytes) => ({
    compression: 'zstd',
    compressedData: zstd.compress(bytes, level),
  });
  const writer = new McapWriter({
    writable: new FileWritable(handle),
    chunkSize: chunkBytes,
    ...(compression === 'zstd' ? { compressChunk } : {}),
  });
  await writer.start({ profile: 'ros2', library: 'bench' });
  const data = new TextEncoder().encode(schema);
  const schemaId = await writer.registerSchema({
    name: 'test_msgs/msg/Bytes',
    encoding: 'ros2msg',
    data,
  });
  const channelId = await writer.registerChannel({
    topic: '/a',
    schemaId,
    messageEncoding: 'cdr',
    metadata: new Map(),
  });
  return {
    add: (sequence, logTime, publishTime, data) =>
      writer.addMessage({ channelId, sequence, logTime, publishTime, data }),
    async end() {
      await writer.end();
      await handle.close();
    },
  };
}

async function writeOfficial(count, messages, compression) {
  const writer = await officialWriter(path, compression);
  for (let index = 0; index < count; index++) {
    const time = BigInt(index) * 1000n;
    await writer.add(index, time, time, messages[index & 7]);
  }
  await writer.end();
}

async function officialReader() {
  const handle = await open(path, 'r');
  const reader = await McapIndexedReader.Initialize({
    readable: new FileReadable(handle),
    decompressHandlers: {
      zstd: (bytes, size) => zstd.decompress(bytes, Number(size)),
      lz4: (bytes, size) => decompressLz4(bytes, Number(size)),
    },
  });
  return { reader, close: () => handle.close() };
}

async function readOfficial() {
  const { reader, close } = await officialReader();
  let count = 0;
  for await (const message of reader.readMessages()) count += message.data.length > 0 ? 1 : 0;
  await close();
  return count;
}

async function copyOfficial(compression) {
  const { reader, close } = await officialReader();
  const writer = await officialWriter(copy, compression);
  for await (const { sequence, logTime, publishTime, data } of reader.readMessages()) {
    await writer.add(sequence, logTime, publishTime, data);
  }
  await writer.end();
  await close();
}

/**
 * Medians of at least five runs of each, which take turns so that a busy machine slows both alike. The second may be
 * missing.
 */
async function compare(own, official) {
  const runs = official === undefined ? [own] : [own, official];
  const times = runs.map(() => []);
  for (const run of runs) await run();
  const begin = performance.now();
  while (times[0].length < 5 || performance.now() - begin < seconds * 1000 * runs.length) {
    for (const [index, run] of runs.entries()) {
      const start = performance.now();
      await run();
      times[index].push((performance.now() - start) / 1000);
    }
  }
  return times.map((list) => list.sort((a, b) => a - b)[list.length >> 1]);
}

function row(label, count, size, own, official) {
  const rate = (time) => `${Math.round(count / time).toLocaleString('en')}/s`.padStart(14);
  const bytes = (time) => `${((count * size) / time / 1e6).toFixed(0)} MB/s`.padStart(11);
  const ratio = official === undefined ? '–' : `${(official / own).toFixed(2)} x`;
  const other =
    official === undefined
      ? ['–'.padStart(14), '–'.padStart(11)]
      : [rate(official), bytes(official)];
  console.log([label.padEnd(28), rate(own), bytes(own), ...other, ratio.padStart(8)].join(' '));
}

await zstd.isLoaded;
await decompressLz4.isLoaded;
console.log(`Node ${process.version}, chunks of 1 MiB, zstd level ${level}`);
console.log(
  `${''.padEnd(28)} ${'Orrery'.padStart(26)} ${'@mcap/core'.padStart(26)} ${'ratio'.padStart(8)}`,
);
for (const [size, count] of [
  [64, 200_000],
  [1 << 20, 200],
]) {
  const messages = messagesOf(size);
  for (const compression of ['none', 'zstd', 'lz4']) {
    const label = `${size === 64 ? '64 B' : '1 MiB'} ${compression}`;
    const record = await compare(
      () => writeOrrery(count, messages, compression),
      compression === 'lz4' ? undefined : () => writeOfficial(count, messages, compression),
    );
    row(`record ${label}`, count, size, ...record);
    await writeOrrery(count, messages, compression);
    row(`read   ${label}`, count, size, ...(await compare(readOrrery, readOfficial)));
    if (compression === 'lz4') continue;
    const both = await compare(
      () => simulate(compression),
      () => copyOfficial(compression),
    );
    row(`play + record ${label}`, count, size, ...both);
  }
}
await rm(path);
await rm(copy);
