/** Processes of other DDS vendors that tests communicate with, and a capture of the datagrams. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ddsPeers } from '../scripts/dds_peers.mjs';

/** A program on Cyclone DDS, one on Fast DDS, and a small node of ROS 2. */
export type Vendor = 'cyclone' | 'fast' | 'ros';

/** Builds the programs when the first test needs them. */
export const peers = ddsPeers();

const config = fileURLToPath(new URL('dds_peers/cyclone.xml', import.meta.url));

/** What a peer prints: one flat object per line. */
export type Line = Readonly<Record<string, number | boolean | string>>;

/** Settings of Cyclone DDS for a peer that stays on the loopback. */
export function cycloneEnvironment(multicast: boolean, leaseMs = 10_000): NodeJS.ProcessEnv {
  return {
    ...process.env,
    CYCLONEDDS_URI: `file://${config}`,
    PEER_MULTICAST: String(multicast),
    PEER_LEASE: `${leaseMs}ms`,
  };
}

/** A running peer. */
export class PeerProcess {
  readonly lines: Line[] = [];
  #rest = '';
  #errors = '';
  readonly #process: ChildProcess;
  readonly #ended: Promise<number | null>;
  #wake: (() => void)[] = [];

  constructor(vendor: Vendor, args: readonly string[], env: NodeJS.ProcessEnv) {
    this.#process = spawn(peers[vendor]!, args, { env });
    this.#process.stderr!.on('data', (text) => {
      this.#errors += text;
    });
    this.#process.stdout!.on('data', (text) => this.#read(String(text)));
    this.#ended = new Promise((resolve) => {
      this.#process.on('close', (code) => {
        resolve(code);
        this.#wakeAll();
      });
    });
  }

  #read(text: string): void {
    const parts = (this.#rest + text).split('\n');
    this.#rest = parts.pop()!;
    for (const part of parts) this.lines.push(JSON.parse(part) as Line);
    this.#wakeAll();
  }

  #wakeAll(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }

  /** The first line with this key; throws if the process ends before. */
  async line(key: string): Promise<Line> {
    for (;;) {
      const found = this.lines.find((line) => key in line);
      if (found !== undefined) return found;
      if (this.#process.exitCode !== null) throw new Error(`no ${key}: ${this.#errors}`);
      await new Promise<void>((resolve) => this.#wake.push(resolve));
    }
  }

  /** Ends it abruptly, like a program that was killed. */
  kill(): void {
    this.#process.kill('SIGKILL');
  }

  get ended(): Promise<number | null> {
    return this.#ended;
  }
}

/** Writes datagrams as a capture that tshark reads. */
export class Capture {
  readonly #chunks: Uint8Array[] = [];

  constructor() {
    const header = Buffer.alloc(24);
    header.writeUInt32LE(0xa1b2c3d4, 0);
    header.writeUInt16LE(2, 4);
    header.writeUInt16LE(4, 6);
    header.writeUInt32LE(0x40000, 16);
    // Packets begin with their IPv4 header.
    header.writeUInt32LE(101, 20);
    this.#chunks.push(header);
  }

  get count(): number {
    return this.#chunks.length - 1;
  }

  add(datagram: Uint8Array): void {
    const length = 28 + datagram.length;
    const head = Buffer.alloc(16 + 28);
    head.writeUInt32LE(this.count, 0);
    head.writeUInt32LE(length, 8);
    head.writeUInt32LE(length, 12);
    head[16] = 0x45;
    head.writeUInt16BE(length, 18);
    head[24] = 64;
    head[25] = 17;
    head.set([127, 0, 0, 1, 127, 0, 0, 1], 28);
    head.writeUInt16BE(7411, 36);
    head.writeUInt16BE(7411, 38);
    head.writeUInt16BE(8 + datagram.length, 40);
    this.#chunks.push(Buffer.concat([head, datagram]));
  }

  /** What tshark reports as malformed, one line each. */
  malformed(): { packets: number; lines: string[] } {
    const folder = mkdtempSync(join(tmpdir(), 'orrery-capture-'));
    try {
      const file = join(folder, 'capture.pcap');
      writeFileSync(file, Buffer.concat(this.#chunks));
      const tshark = (filter: string) => {
        // A line of the whole matrix is so long that the default limit of a megabyte would cut it.
        const options = { encoding: 'utf8', maxBuffer: 64 << 20 } as const;
        const { error, status, stdout } = spawnSync('tshark', ['-r', file, '-Y', filter], options);
        if (status !== 0) throw error ?? new Error(`tshark ended with ${status}`);
        return stdout.split('\n').filter((line) => line !== '');
      };
      return { packets: tshark('rtps').length, lines: tshark('_ws.malformed') };
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
}
