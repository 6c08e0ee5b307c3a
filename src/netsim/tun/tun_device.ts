import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { OrreryError } from '../../errors/index.js';
import { outside, real } from '../../guard/index.js';
import { buildProgram } from '../native/native_program.js';
import { TUN_RELAY } from '../native/native_programs.js';

export interface TunDeviceOptions {
  /** Name of the agent, for messages. */
  readonly agent: string;
  /** IPv4 address in dotted form. */
  readonly address: string;
  /** Mask of the network that all agents are in. */
  readonly mask: string;
  readonly mtu: number;
  /** Called when a packet has left through the device. */
  readonly onPacket: (packet: Buffer) => void;
}

/** Bytes that may wait for a device; packets beyond are lost, as in a full queue of Linux. */
const MAX_WAITING_BYTES = 1 << 20;
/** How much of the relay's output is kept, in characters. */
const MAX_OUTPUT = 1000;

/**
 * A network namespace with one TUN device, which a small process keeps. When the process has ended, however it ended,
 * nothing of the two remains.
 */
export class TunDevice {
  readonly #file: string;
  readonly #child: ChildProcess;
  readonly #input: Writable;
  readonly #onPacket: (packet: Buffer) => void;
  readonly #processes = new Set<ChildProcess>();
  #rest: Buffer = Buffer.alloc(0);

  private constructor(
    file: string,
    child: ChildProcess,
    input: Writable,
    options: TunDeviceOptions,
  ) {
    this.#file = file;
    this.#child = child;
    this.#input = input;
    this.#onPacket = options.onPacket;
    input.on('error', () => {});
  }

  /** @throws OrreryError `ORR_TUN` when the system does not allow it, `ORR_NATIVE_BUILD` */
  static async open(options: TunDeviceOptions): Promise<TunDevice> {
    const file = outside(() => buildProgram(TUN_RELAY));
    const words = [options.address, options.mask, String(options.mtu)];
    const child = outside(() =>
      // Signals of the terminal are Orrery's.
      real.childProcess.spawn(file, words, { detached: true, stdio: ['pipe', 'pipe', 'pipe'] }),
    );
    const { stdin, stdout } = child;
    const device = new TunDevice(file, child, stdin, options);
    await device.#begin(stdout, options.agent);
    return device;
  }

  /** Id of the process that keeps the namespace. */
  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Delivers a packet to the device. */
  write(packet: Uint8Array): void {
    if (this.#input.destroyed || this.#input.writableLength > MAX_WAITING_BYTES) return;
    const frame = Buffer.allocUnsafe(2 + packet.length);
    frame.writeUInt16BE(packet.length);
    frame.set(packet, 2);
    outside(() => this.#input.write(frame));
  }

  /**
   * Starts a command in the namespace.
   *
   * @returns settles when it has ended
   */
  run(command: string): Promise<void> {
    const words = ['--join', String(this.pid), '/bin/sh', '-c', command];
    const child = outside(() =>
      real.childProcess.spawn(this.#file, words, {
        detached: true,
        stdio: ['ignore', 'inherit', 'inherit'],
      }),
    );
    this.#processes.add(child);
    return new Promise((resolve) => {
      const ended = () => {
        this.#processes.delete(child);
        resolve();
      };
      child.once('exit', ended).once('error', ended);
    });
  }

  close(): void {
    // The shells first end the commands that they started, and then themselves.
    for (const child of this.#processes) child.kill('SIGTERM');
    this.#child.kill('SIGKILL');
  }

  /** Settles when the device exists. */
  #begin(output: Readable, agent: string): Promise<void> {
    return new Promise((resolve, reject) => {
      let said = '';
      this.#child.stderr!.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-MAX_OUTPUT);
      });
      const fail = (why: string) => {
        const sentence = `The agent ${agent} cannot have a TUN device (${why}); run as root, or where users may create user namespaces and open /dev/net/tun.`;
        reject(new OrreryError('ORR_TUN', sentence));
      };
      this.#child.once('error', (error) => fail(error.message));
      this.#child.once('close', () => fail(said.trim() || 'it ended'));
      output.on('data', (chunk: Buffer) => {
        // The first frame announces that the device exists.
        resolve();
        this.#take(chunk);
      });
    });
  }

  #take(chunk: Buffer): void {
    let bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    while (bytes.length >= 2 && bytes.length >= 2 + bytes.readUInt16BE()) {
      const end = 2 + bytes.readUInt16BE();
      if (end > 2) this.#onPacket(Buffer.from(bytes.subarray(2, end)));
      bytes = bytes.subarray(end);
    }
    this.#rest = Buffer.from(bytes);
  }
}
