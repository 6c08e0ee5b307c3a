/** Other programs can read the exports: these decoders know only the published formats. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as Testing from '../../testing/index.js';
import { exportCsv, exportJson, exportPerfetto } from '../index.js';
import { QueueDepths } from './queue_depths.js';

const ROOT = new URL('../../../', import.meta.url);
// Runs use threads of the built package.
const { simulate } = (await import(new URL('dist/testing/index.js', ROOT).href)) as typeof Testing;

const work = mkdtempSync(join(tmpdir(), 'orrery-export-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));
let run = '';
let callbacks = 0;

beforeAll(async () => {
  const hazard = (name: string) => new URL(`examples/hazards/priority_inversion/${name}`, ROOT);
  const done = await simulate(hazard('system.launch.yaml').pathname, {
    models: hazard('hazard.yaml').pathname,
    until: '2s',
  });
  run = done.directory;
  // The last callback had not ended when the run ended.
  callbacks = done.outcome.callbacks - 1;
});

/** All fields of a message by number; nested messages and texts remain bytes. */
type Fields = Map<number, (bigint | Uint8Array)[]>;

function fieldsOf(bytes: Uint8Array): Fields {
  const reader = new BinaryReader(bytes);
  const fields: Fields = new Map();
  while (reader.pos < reader.len) {
    const [field, wire] = reader.tag();
    const value =
      wire === WireType.Varint
        ? BigInt(reader.uint64())
        : wire === WireType.Bit64
          ? BigInt(reader.fixed64())
          : reader.bytes();
    fields.set(field, [...(fields.get(field) ?? []), value]);
  }
  return fields;
}

const within = (fields: Fields, field: number) => fieldsOf(fields.get(field)![0] as Uint8Array);
const textOf = (value: unknown) => new TextDecoder().decode(value as Uint8Array);

/** Reads a trace as a viewer would, by the field numbers of Perfetto's published .proto files. */
function readPerfetto(bytes: Uint8Array) {
  const tracks = new Map<bigint, { kind: string; name: string }>();
  const names = new Map<bigint, string>();
  const events: { type: bigint; time: bigint; track: bigint; name: string; fields: Fields }[] = [];
  for (const packet of fieldsOf(bytes).get(1) ?? []) {
    const fields = fieldsOf(packet as Uint8Array);
    if (fields.has(12)) {
      const entry = within(within(fields, 12), 2);
      names.set(entry.get(1)![0] as bigint, textOf(entry.get(2)![0]));
    }
    if (fields.has(60)) {
      const track = within(fields, 60);
      const kind = track.has(4)
        ? 'thread'
        : track.has(3)
          ? 'process'
          : track.has(8)
            ? 'counter'
            : '';
      const name = kind === 'thread' ? within(track, 4).get(5)![0] : track.get(2)![0];
      tracks.set(track.get(1)![0] as bigint, { kind, name: textOf(name) });
    }
    if (!fields.has(11)) continue;
    const event = within(fields, 11);
    events.push({
      type: event.get(9)![0] as bigint,
      time: fields.get(8)![0] as bigint,
      track: event.get(11)![0] as bigint,
      name: names.get(event.get(10)?.[0] as bigint) ?? '',
      fields: event,
    });
  }
  return { tracks, events };
}

const [BEGIN, END, INSTANT, COUNTER] = [1n, 2n, 3n, 4n];

describe('the export for Perfetto', () => {
  it('has a slice or instant for every callback, on tracks of threads, with flows', async () => {
    const file = join(work, 'run.pftrace');
    await exportPerfetto([run], file);
    const { tracks, events } = readPerfetto(readFileSync(file));
    const starts = events.filter(
      ({ type, fields }) =>
        (type === BEGIN || type === INSTANT) && textOf(fields.get(22)![0]) !== 'publication',
    );
    expect(starts).toHaveLength(callbacks);
    expect(events.filter(({ type }) => type === END)).toHaveLength(
      starts.filter(({ type }) => type === BEGIN).length,
    );
    expect(new Set([...tracks.values()].map(({ kind }) => kind))).toContain('thread');
    for (const { track } of events) expect(tracks.has(track)).toBe(true);
    const sent = new Set(starts.flatMap(({ fields }) => fields.get(47) ?? []));
    const taken = starts.flatMap(({ fields }) => fields.get(48) ?? []);
    expect(taken.length).toBeGreaterThan(10);
    expect(taken.filter((flow) => !sent.has(flow))).toEqual([]);
    // Every flow ends once.
    expect(new Set(taken).size).toBe(taken.length);
    const depths = events.filter(({ type }) => type === COUNTER);
    expect(Math.max(...depths.map(({ fields }) => Number(fields.get(30)![0])))).toBeGreaterThan(0);
    expect(depths.at(-1)!.fields.get(30)![0]).toBe(0n);
  });

  it('puts two runs into one archive, each with tracks and processes of its own', async () => {
    const file = join(work, 'two.zip');
    await exportPerfetto([run, run], file);
    const files = readZip(readFileSync(file));
    expect([...files.keys()]).toEqual([`1-${basename(run)}.pftrace`, `2-${basename(run)}.pftrace`]);
    const [a, b] = [...files.values()].map(readPerfetto);
    expect(a!.events).toHaveLength(b!.events.length);
    const numbers = [...a!.tracks.keys(), ...b!.tracks.keys()];
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});

/** The stored files of an archive, found through its directory. */
function readZip(bytes: Buffer): Map<string, Uint8Array> {
  const end = bytes.length - 22;
  const files = new Map<string, Uint8Array>();
  let at = bytes.readUInt32LE(end + 16);
  for (let i = 0; i < bytes.readUInt16LE(end + 10); i++) {
    const [size, length] = [bytes.readUInt32LE(at + 20), bytes.readUInt16LE(at + 28)];
    const name = bytes.toString('utf8', at + 46, at + 46 + length);
    const from = bytes.readUInt32LE(at + 42);
    expect(bytes.readUInt32LE(from)).toBe(0x04034b50);
    expect(bytes.readUInt32LE(from + 14)).toBe(bytes.readUInt32LE(at + 16));
    const start = from + 30 + bytes.readUInt16LE(from + 26);
    files.set(name, bytes.subarray(start, start + size));
    at += 46 + length;
  }
  return files;
}

describe('the exports as text', () => {
  it('contain one line or object for each callback', async () => {
    await exportCsv(run, join(work, 'run.csv'));
    const lines = readFileSync(join(work, 'run.csv'), 'utf8').trimEnd().split('\n');
    expect(lines[0]).toMatch(/^number,node,kind,name/);
    expect(lines).toHaveLength(callbacks + 1);
    await exportJson(run, join(work, 'run.json'));
    const document = JSON.parse(readFileSync(join(work, 'run.json'), 'utf8'));
    expect(document.callbacks).toHaveLength(callbacks);
    expect(document.system.format).toBe('orrery-system/1');
  });
});

describe('the depth of a queue', () => {
  it('follows from when messages arrived and were taken', () => {
    const seen: [number, number][] = [];
    const depths = new QueueDepths((time, depth) => seen.push([time, depth]));
    depths.add(0, 0);
    depths.add(10, 30);
    depths.add(20, 40);
    depths.add(35, 50);
    depths.end();
    expect(seen).toEqual([
      [10, 1],
      [20, 2],
      [30, 1],
      [35, 2],
      [40, 1],
      [50, 0],
    ]);
  });
});
