import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { OrreryError } from '../../errors/index.js';
import { compress, decompress } from '../protocol/frames.js';
import { BEGIN, END, type NetworkUpdate, type PhysicsUpdate } from '../protocol/messages.js';
import type { ProtoMessage } from '../protocol/proto_message.js';
import { addressText, type PeerAddress } from './peer_address.js';
import { PeerConnection } from './peer_connection.js';

/** One of Orrery's simulators behind ROS-NetSim's protocol. */
export interface WindowServer {
  /** Where it listens. */
  readonly address: PeerAddress;
  /** Settles with the number of windows when the coordinator has left; rejects when it misbehaves. */
  readonly done: Promise<number>;
  close(): void;
}

/** How long a coordinator may be silent, in ms. */
const SILENCE = 24 * 3600 * 1000;

/**
 * Listens for one coordinator, as the simulators of ROS-NetSim do, and answers each BEGIN with the
 * result of `onWindow`.
 *
 * @throws OrreryError `ORR_NETSIM_ADDRESS` when it cannot listen there
 */
export async function serveWindows<T extends PhysicsUpdate | NetworkUpdate>(
  address: PeerAddress,
  message: ProtoMessage<T>,
  onWindow: (begin: T) => T,
): Promise<WindowServer> {
  let peer: PeerConnection | undefined;
  let finish: (windows: number | Promise<number>) => void = () => {};
  const done = new Promise<number>((resolve) => {
    finish = resolve;
  });
  const server = createServer((socket) => {
    // The simulators of the original accept exactly one client.
    server.close();
    peer = new PeerConnection(socket, `The coordinator at ${addressText(address)}`);
    finish(answerWindows(peer, message, onWindow));
  });
  const listening = await listen(server, address);
  const close = () => {
    server.close();
    peer?.close();
    if (peer === undefined) finish(0);
    if ('path' in address) rmSync(address.path, { force: true });
  };
  done.then(close, close);
  return { address: listening, done, close };
}

async function answerWindows<T extends PhysicsUpdate | NetworkUpdate>(
  peer: PeerConnection,
  message: ProtoMessage<T>,
  onWindow: (begin: T) => T,
): Promise<number> {
  for (let windows = 0; ; windows++) {
    let body: Buffer;
    try {
      body = await peer.receive(`the beginning of window ${windows}`, SILENCE);
    } catch (error) {
      // No message ends a session: the coordinator just closes the connection.
      if (error instanceof OrreryError && error.code === 'ORR_NETSIM_PEER') return windows;
      throw error;
    }
    const begin = message.decode(decompress(body));
    if (begin.msg_type !== BEGIN) {
      peer.close();
      throw new OrreryError(
        'ORR_NETSIM_PROTOCOL',
        `The coordinator sent the END of window ${begin.time_val}, but only simulators do.`,
      );
    }
    const end: T = { ...onWindow(begin), msg_type: END, time_val: begin.time_val };
    peer.send(compress(message.encode(end)));
  }
}

function listen(server: Server, address: PeerAddress): Promise<PeerAddress> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const place = addressText(address);
      const sentence = `A simulator cannot listen at ${place} (${cause.message}); choose another address.`;
      reject(new OrreryError('ORR_NETSIM_ADDRESS', sentence, { cause }));
    });
    server.listen({ ...address }, () => {
      const bound = server.address();
      const isTcp = typeof bound === 'object' && bound !== null && 'host' in address;
      resolve(isTcp ? { host: address.host, port: bound.port } : address);
    });
  });
}
