import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { FakeWorld } from './fake_world.test_support.js';
import { LeakReporter } from './leaks.js';
import { Patches } from './patches.js';
import { patchStandardInput, type StandardInput } from './standard_input.js';

let patches = new Patches();
afterEach(() => patches.restore());

const TEXT = 'one\ntwo\nthree\n';

function given(more: Partial<StandardInput> = {}): FakeWorld {
  patches = new Patches();
  const world = new FakeWorld();
  const all = () => Buffer.from(TEXT);
  const source: StandardInput = { live: false, all, take: () => null, ...more };
  patchStandardInput(patches, world, new LeakReporter(world, false), () => source);
  patches.begin();
  return world;
}

/** The outcome of a promise while virtual time advances; streams use Node's own ticks. */
async function during<Value>(world: FakeWorld, promise: Promise<Value>): Promise<Value> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  promise.then(over, over);
  for (let i = 0; i < 100 && !isOver; i++) {
    await world.advance(20);
    await new Promise(setImmediate);
  }
  return promise;
}

async function readAll(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const piece of stream) text += String(piece);
  return text;
}

describe('the standard input of a run', () => {
  it('is a stream in virtual time', async () => {
    const world = given();
    expect(process.stdin).toBe(process.stdin);
    expect(process.stdin.unref()).toBe(process.stdin);
    expect(await during(world, readAll(process.stdin))).toBe(TEXT);
    expect(world.leaks).toEqual([]);
  });

  it.each([0, '/dev/stdin'])('is read whole by readFileSync of %s, once', (name) => {
    given();
    expect(fs.readFileSync(name, 'utf8')).toBe(TEXT);
    expect(fs.readFileSync(name)).toHaveLength(0);
  });

  it('is read in pieces by readSync in all its forms', () => {
    given();
    const bytes = Buffer.alloc(8, '.');
    expect(fs.readSync(0, bytes, 1, 3, null)).toBe(3);
    expect(fs.readSync(0, bytes, { offset: 4, length: 2 })).toBe(2);
    expect(bytes.toString()).toBe('.one\nt..');
    expect(fs.readSync(0, bytes)).toBe(8);
    expect(bytes.toString()).toBe('wo\nthree');
  });

  it('reaches callbacks and promises at the virtual time at which they ask', async () => {
    const world = given();
    const bytes = Buffer.alloc(4);
    const read = new Promise<number>((resolve) => {
      fs.read(0, bytes, 0, 4, null, (_error, count) => resolve(count));
    });
    expect(await during(world, read)).toBe(4);
    const rest = new Promise((resolve) => {
      fs.readFile('/dev/stdin', 'utf8', (_error, text) => resolve(text));
    });
    expect(await during(world, rest)).toBe('two\nthree\n');
    expect(await during(world, fsPromises.readFile('/dev/stdin', 'utf8'))).toBe('');
  });

  it('is what createReadStream reads for it, and for no other file', async () => {
    const world = given();
    expect(await during(world, readAll(fs.createReadStream('/dev/stdin', 'utf8')))).toBe(TEXT);
    const own = fs.createReadStream(import.meta.filename);
    expect(await readAll(own)).toContain('no other file');
    expect(fs.readFileSync(import.meta.filename, 'utf8')).toContain('no other file');
  });

  it('leaves the result of util.promisify for other files unchanged', async () => {
    const world = given();
    const file = fs.openSync(import.meta.filename, 'r');
    const promised = promisify(fs.read)(file, { buffer: Buffer.alloc(3) });
    expect(await during(world, promised)).toMatchObject({ bytesRead: 3 });
  });

  it('fails where it is read if the run has none', async () => {
    const all = () => {
      throw new Error('no input');
    };
    const world = given({ all });
    expect(() => fs.readFileSync(0)).toThrow('no input');
    await expect(during(world, fsPromises.readFile('/dev/stdin'))).rejects.toThrow('no input');
    await expect(during(world, readAll(process.stdin))).rejects.toThrow('no input');
  });

  it('passes on input that arrives in real time', async () => {
    const pieces = [Buffer.from('a'), undefined, Buffer.from('b'), null];
    const world = given({ live: true, take: () => pieces.shift() });
    expect(await during(world, readAll(process.stdin))).toBe('ab');
  });
});
