import { createServer, type Server, Socket } from 'node:net';
import { listensInRun } from '../guard/index.js';
import type { Sharer } from './shared_things.js';

/** Something that happened to a connection: it begins at the guest's server, brings data (base64), or ends. */
export type LineEvent =
  | readonly ['open', number, string]
  | readonly ['data', number, string]
  | readonly ['end', number];

const PORT = /^tcp:(\d+)$/;

interface Line {
  readonly socket: Socket;
  readonly sharer: Sharer;
}

/**
 * Connections between guests, whose sockets are real ones, and programs in JavaScript, whose network is within the run.
 * A server of a guest has a counterpart there, and what a connection to it brings is handed to the guest, which has the
 * other end of a real connection to its own server.
 */
export class GuestNetwork {
  readonly #servers = new Map<string, { readonly server: Server; readonly sharer: Sharer }>();
  readonly #lines = new Map<number, Line>();
  readonly #events = new Map<Sharer, LineEvent[]>();
  #last = 0;

  /** A guest has bound a socket to a name. */
  bound(name: string, sharer: Sharer): void {
    const port = PORT.exec(name)?.[1];
    if (port === undefined || listensInRun(name)) return;
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      this.#tell(sharer, ['open', this.#join(socket, sharer), name]);
    });
    // Then only other guests reach it.
    server.on('error', () => {});
    server.listen(Number(port));
    this.#servers.set(name, { server, sharer });
  }

  /** Connects a guest to a server in JavaScript; null if none listens there. */
  connect(name: string, sharer: Sharer): number | null {
    const port = PORT.exec(name)?.[1];
    if (port === undefined || this.#servers.has(name) || !listensInRun(name)) return null;
    const socket = new Socket({ allowHalfOpen: true });
    socket.connect({ port: Number(port), host: '127.0.0.1' });
    return this.#join(socket, sharer);
  }

  /** What has happened to connections of a guest, since it asked last. */
  take(sharer: Sharer): readonly LineEvent[] {
    const events = this.#events.get(sharer) ?? [];
    this.#events.delete(sharer);
    return events;
  }

  /** A guest writes to a connection. */
  write(line: number, bytes: Buffer): void {
    this.#lines.get(line)?.socket.write(bytes);
  }

  /** A guest writes no more, or has left altogether. */
  end(line: number, isGone: boolean): void {
    const { socket } = this.#lines.get(line) ?? {};
    if (!isGone) socket?.end();
    else socket?.destroy();
  }

  /** A guest has ended. */
  leaves(sharer: Sharer): void {
    this.#events.delete(sharer);
    for (const [name, each] of this.#servers) {
      if (each.sharer !== sharer) continue;
      each.server.close();
      this.#servers.delete(name);
    }
    for (const each of this.#lines.values()) if (each.sharer === sharer) each.socket.destroy();
  }

  #join(socket: Socket, sharer: Sharer): number {
    this.#last += 1;
    const line = this.#last;
    this.#lines.set(line, { socket, sharer });
    socket.on('data', (data) => this.#tell(sharer, ['data', line, data.toString('base64')]));
    socket.on('end', () => this.#tell(sharer, ['end', line]));
    socket.on('error', () => {});
    socket.on('close', () => this.#lines.delete(line));
    return line;
  }

  #tell(sharer: Sharer, event: LineEvent): void {
    const events = this.#events.get(sharer);
    if (events === undefined) this.#events.set(sharer, [event]);
    else events.push(event);
    sharer.signal(0);
  }
}
