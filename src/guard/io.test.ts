import childProcess from 'node:child_process';
import crypto from 'node:crypto';
import dns from 'node:dns';
import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import workerThreads from 'node:worker_threads';
import zlib from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeWorld } from './fake_world.test_support.js';
import { type Guard, installGuard } from './install_guard.js';
import { outside } from './outside.js';
import { real } from './real.js';
import type { Settle } from './virtual_world.js';

/** A world that records which operations hold time. */
class HoldingWorld extends FakeWorld {
  readonly open: string[] = [];

  override hold(what: string): Settle {
    this.held.push(what);
    this.open.push(what);
    return (deliver) => {
      this.open.splice(this.open.indexOf(what), 1);
      deliver();
    };
  }
}

let folder: string;
let world: HoldingWorld;
let guard: Guard;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'orrery-io-'));
  for (const name of ['c', 'a', 'b']) fs.writeFileSync(path.join(folder, name), name);
});
afterAll(() => fs.rmSync(folder, { recursive: true }));
beforeEach(() => {
  world = new HoldingWorld();
  guard = installGuard(world);
});
afterEach(() => guard.uninstall());

const kinds = () => guard.leaks().map((leak) => leak.kind);

describe('files', () => {
  it('hold time in every form', async () => {
    const file = path.join(folder, 'a');
    expect(await fsPromises.readFile(file, 'utf8')).toBe('a');
    expect(await promisify(fs.readFile)(file, 'utf8')).toBe('a');
    expect(await promisify(fs.exists)(file)).toBe(true);
    const handle = await fsPromises.open(file);
    const buffer = Buffer.alloc(1);
    expect((await handle.read(buffer, 0, 1, 0)).bytesRead).toBe(1);
    expect((await handle.stat()).size).toBe(1);
    await handle.close();
    const { bytesRead } = await promisify(fs.read)(fs.openSync(file, 'r'), buffer, 0, 1, 0);
    expect(bytesRead).toBe(1);
    let text = '';
    for await (const chunk of fs.createReadStream(file)) text += chunk;
    expect(text).toBe('a');
    await pipeline(Readable.from(['x']), fs.createWriteStream(path.join(folder, 'w')));
    fs.unlinkSync(path.join(folder, 'w'));
    expect(world.held).toEqual(
      expect.arrayContaining([
        'fs.promises.readFile',
        'fs.readFile',
        'fs.exists',
        'fs.promises.open',
        'FileHandle.read',
        'FileHandle.stat',
        'FileHandle.close',
        'fs.read',
        'fs.open',
        'fs.write',
        'fs.close',
      ]),
    );
    expect([world.open, kinds()]).toEqual([[], []]);
  });

  it('finish in the order in which they were started', async () => {
    const big = path.join(folder, 'big');
    fs.writeFileSync(big, Buffer.alloc(4e6));
    const log: string[] = [];
    await Promise.all(
      [big, path.join(folder, 'a'), big, path.join(folder, 'b')].map((name, i) =>
        fsPromises.readFile(name).then(() => log.push(`${i}`)),
      ),
    );
    fs.unlinkSync(big);
    expect(log).toEqual(['0', '1', '2', '3']);
  });

  it('are listed in name order', async () => {
    const names = ['a', 'b', 'c'];
    expect(fs.readdirSync(folder)).toEqual(names);
    expect(await fsPromises.readdir(folder)).toEqual(names);
    expect(await promisify(fs.readdir)(folder)).toEqual(names);
    expect(fs.readdirSync(folder, { withFileTypes: true }).map((e) => e.name)).toEqual(names);
  });

  it('report directories that are read entry by entry', async () => {
    fs.opendirSync(folder).closeSync();
    await (await fsPromises.opendir(folder)).close();
    expect(kinds()).toEqual(['directory-order', 'directory-order']);
  });

  it('pass on errors and reject bad callbacks', async () => {
    await expect(fsPromises.readFile('/nowhere')).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(promisify(fs.stat)('/nowhere')).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(promisify(fs.readFile)('/nowhere')).rejects.toMatchObject({ code: 'ENOENT' });
    expect(() => fs.readFile('/nowhere', undefined as never)).toThrow(TypeError);
    expect(() => fs.stat('/nowhere', undefined as never)).toThrow(TypeError);
    expect(fs.statSync('/nowhere', { throwIfNoEntry: false })).toBeUndefined();
    expect(world.open).toEqual([]);
  });

  it('report their times with the place', async () => {
    const stats = await fsPromises.stat(path.join(folder, 'a'));
    expect(stats.size).toBe(1);
    expect(guard.leaks()).toEqual([]);
    expect(stats.mtimeMs).toBeGreaterThan(0);
    expect(stats.mtime).toBeInstanceOf(Date);
    expect(guard.leaks()).toMatchObject([
      {
        kind: 'file-time',
        what: 'fs.Stats.mtimeMs',
        file: expect.stringMatching(/io\.test\.ts$/),
        node: '/talker',
        callback: 'timer',
        count: 1,
      },
      { kind: 'file-time', what: 'fs.Stats.mtime' },
    ]);
    expect(JSON.parse(JSON.stringify(guard.leaks()))).toEqual(guard.leaks());
    expect(world.leaks).toHaveLength(2);
  });
});

describe('work on the thread pool', () => {
  it('holds time', async () => {
    const packed = await promisify(zlib.gzip)('hello');
    expect(String(await promisify(zlib.gunzip)(packed))).toBe('hello');
    const key = await promisify(crypto.pbkdf2)('p', 's', 1, 8, 'sha256');
    expect(key).toHaveLength(8);
    await promisify(crypto.scrypt)('p', 's', 8);
    await crypto.webcrypto.subtle.digest('SHA-256', new Uint8Array(1));
    await WebAssembly_.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
    expect(world.held).toEqual([
      'zlib.gzip',
      'zlib.gunzip',
      'crypto.pbkdf2',
      'crypto.scrypt',
      'crypto.subtle.digest',
      'WebAssembly.compile',
    ]);
  });

  it('compresses streams in place', async () => {
    const input = Buffer.from('orrery '.repeat(50_000));
    const chunks: Buffer[] = [];
    await pipeline(Readable.from([input, input]), zlib.createGzip(), async (source) => {
      for await (const chunk of source) chunks.push(chunk as Buffer);
    });
    const unpacked = zlib.gunzipSync(Buffer.concat(chunks));
    expect(unpacked.equals(Buffer.concat([input, input]))).toBe(true);
    const back: Buffer[] = [];
    await pipeline(Readable.from(chunks), zlib.createGunzip(), async (source) => {
      for await (const chunk of source) back.push(chunk as Buffer);
    });
    expect(Buffer.concat(back)).toHaveLength(2 * input.length);
    const broken = pipeline(
      Readable.from([Buffer.from('no gzip')]),
      zlib.createGunzip(),
      async (s) => {
        for await (const _ of s);
      },
    );
    await expect(broken).rejects.toMatchObject({ code: 'Z_DATA_ERROR' });
    expect(world.held).toEqual([]);
  });

  it('reports keys, whose entropy is real', async () => {
    await promisify(crypto.generateKeyPair)('ed25519');
    crypto.generateKeyPairSync('ed25519');
    expect(kinds()).toEqual(['entropy', 'entropy']);
  });
});

describe('network, processes, workers', () => {
  it('fetch and http hold until the whole answer has arrived', async () => {
    const server = http.createServer((request, response) => {
      real.setTimeout(
        () => response.end(`you asked ${request.url}`),
        20 - Number(request.url?.slice(1)),
      );
    });
    await new Promise<void>((resolve) => {
      // A server outside the run.
      outside(() => server.listen(0, '127.0.0.1', resolve));
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const log: string[] = [];
    await Promise.all([1, 9, 17].map(async (i) => log.push(await (await fetch(url + i)).text())));
    expect(log).toEqual(['you asked /1', 'you asked /9', 'you asked /17']);
    const text = await new Promise<string>((resolve) => {
      http.get(`${url}3`, { agent: false }, (response) => {
        let body = '';
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () => resolve(body));
      });
    });
    expect(text).toBe('you asked /3');
    server.closeAllConnections();
    server.close();
    await promisify(dns.lookup)('127.0.0.1');
    // Node compiles the parser of `fetch` when it is first used; how often it does so depends on the
    // version.
    const held = world.held.filter((what) => !what.startsWith('WebAssembly.'));
    expect(held).toEqual(['fetch', 'fetch', 'fetch', 'http.get', 'dns.lookup']);
    expect(guard.leaks().map(({ what, count }) => [what, count])).toEqual(
      expect.arrayContaining([
        ['fetch', 3],
        ['http.get', 1],
      ]),
    );
  });

  it('child processes hold until they end', async () => {
    const node = process.execPath;
    const { stdout } = await promisify(childProcess.execFile)(node, ['-p', '6*7']);
    expect(stdout.trim()).toBe('42');
    const child = childProcess.spawn(node, ['-e', '0']);
    expect(world.open).toContain('child_process.spawn');
    await new Promise((resolve) => child.on('close', resolve));
    expect(kinds()).toEqual(['process', 'process']);
  });

  it('workers hold until they answer, and late messages are named', async () => {
    const source = `const { parentPort } = require('node:worker_threads');
      parentPort.on('message', (m) => { parentPort.postMessage(m * 2); if (m === 2) { parentPort.postMessage('late'); parentPort.close(); } });`;
    const worker = new workerThreads.Worker(source, { eval: true });
    const answers: unknown[] = [];
    worker.on('message', (value) => answers.push(value));
    worker.postMessage(1);
    worker.postMessage(2);
    expect(world.open).toHaveLength(2);
    await new Promise((resolve) => worker.on('exit', resolve));
    expect(answers).toEqual([2, 4, 'late']);
    expect(kinds()).toEqual(['worker', 'late-message']);
  });
});

const WebAssembly_ = Reflect.get(globalThis, 'WebAssembly') as {
  compile(bytes: Uint8Array): Promise<unknown>;
};
