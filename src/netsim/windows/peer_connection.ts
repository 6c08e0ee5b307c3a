import { connect, type Socket } from 'node:net';
import { OrreryError } from '../../errors/index.js';
import { outside, real } from '../../guard/index.js';
import { encodeFrame, FrameReader } from '../protocol/frames.js';
import { addressText, type PeerAddress } from './peer_address.js';

export interface ConnectOptions {
  /** What the peer is, for messages: "network simulator". */
  readonly role: string;
  readonly address: PeerAddress;
  /** How long the peer may take to listen, in ms. */
  readonly connectTimeout: number;
}

/** Pause between two attempts to connect, in ms. */
const RETRY = 100;
/** Frames that a peer may send before they are requested. */
const MAX_WAITING_FRAMES = 16;

interface Waiting {
  resolve(body: Buffer): void;
  reject(error: OrreryError): void;
}

/** A stream of frames from and to one peer. Every failure is an error that names the peer. */
export class PeerConnection {
  readonly #socket: Socket;
  readonly #name: string;
  readonly #reader = new FrameReader();
  readonly #bodies: Buffer[] = [];
  #waiting: Waiting | undefined;
  #failure: OrreryError | undefined;

  /** @param name - what the peer is, for messages */
  constructor(socket: Socket, name: string) {
    this.#socket = socket;
    this.#name = name;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('error', (error) => this.#fail(`broke the connection: ${error.message}`));
    socket.on('close', () => this.#fail('closed the connection'));
  }

  /** @throws OrreryError `ORR_NETSIM_PEER` when nothing listens there in time */
  static async connect({ role, address, connectTimeout }: ConnectOptions): Promise<PeerConnection> {
    const name = `The ${role} at ${addressText(address)}`;
    const deadline = real.performanceNow() + connectTimeout;
    for (;;) {
      try {
        return new PeerConnection(await attempt(address), name);
      } catch (cause) {
        if (real.performanceNow() >= deadline) {
          throw new OrreryError(
            'ORR_NETSIM_PEER',
            `${name} does not listen (${(cause as Error).message}); start it first, or check the address.`,
            { cause },
          );
        }
        await new Promise((resolve) => real.setTimeout(resolve, RETRY));
      }
    }
  }

  /** Sends a frame with this body. */
  send(body: Uint8Array): void {
    if (this.#failure !== undefined) throw this.#failure;
    outside(() => this.#socket.write(encodeFrame(body)));
  }

  /**
   * The body of the next frame.
   *
   * @param what - what is awaited, for messages: "the end of window 7"
   * @param timeout - ms
   * @throws OrreryError `ORR_NETSIM_PEER` when the peer is gone or too late, `ORR_NETSIM_PROTOCOL`
   */
  receive(what: string, timeout: number): Promise<Buffer> {
    const body = this.#bodies.shift();
    if (body !== undefined) return Promise.resolve(body);
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      const late = real.setTimeout(
        () => this.#fail(`has not sent ${what} within ${timeout / 1000} s`),
        timeout,
      );
      this.#waiting = {
        resolve(received) {
          real.clearTimeout(late);
          resolve(received);
        },
        reject(error) {
          real.clearTimeout(late);
          reject(error);
        },
      };
    });
  }

  /** Whether the peer is gone. */
  get ended(): boolean {
    return this.#failure !== undefined;
  }

  close(): void {
    this.#failure ??= new OrreryError('ORR_NETSIM_PEER', `${this.#name} has been disconnected.`);
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    try {
      this.#bodies.push(...this.#reader.push(chunk));
    } catch (error) {
      this.#end(error as OrreryError);
      return;
    }
    if (this.#bodies.length > MAX_WAITING_FRAMES) {
      const sentence = `${this.#name} sent ${this.#bodies.length} frames that were not requested; the limit is ${MAX_WAITING_FRAMES}.`;
      this.#end(new OrreryError('ORR_NETSIM_PROTOCOL', sentence));
      return;
    }
    const waiting = this.#waiting;
    if (waiting === undefined || this.#bodies.length === 0) return;
    this.#waiting = undefined;
    waiting.resolve(this.#bodies.shift()!);
  }

  #fail(what: string): void {
    const advice = 'see its output';
    this.#end(new OrreryError('ORR_NETSIM_PEER', `${this.#name} ${what}; ${advice}.`));
  }

  /** Ends the connection with an error, unless it has ended already. */
  #end(failure: OrreryError): void {
    this.#failure ??= failure;
    this.#socket.destroy();
    this.#waiting?.reject(this.#failure);
    this.#waiting = undefined;
  }
}

function attempt(address: PeerAddress): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = outside(() => connect({ ...address }));
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
    socket.once('error', reject);
  });
}
