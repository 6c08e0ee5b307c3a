import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { OrreryError } from '../errors/index.js';

/**
 * The address at which front ends find the inspector. It stays the same while the debugged
 * processes behind it come and go, as they do when a run goes back.
 */
export class InspectorDoor {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** The address of the current process's own inspector. */
  #target: URL | undefined;

  private constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket: Socket) => this.#admit(socket));
  }

  /**
   * @param port - 0 for any free one
   * @throws OrreryError `ORR_DEBUG_PORT`
   */
  static async open(host: string, port: number): Promise<InspectorDoor> {
    const server = createServer();
    server.listen(port, host);
    try {
      await once(server, 'listening');
    } catch (cause) {
      throw new OrreryError(
        'ORR_DEBUG_PORT',
        `The inspector cannot listen on ${host}:${port} (${(cause as NodeJS.ErrnoException).code}); give another address with --inspect.`,
        { cause },
      );
    }
    // An open server must not keep the process running.
    server.unref();
    return new InspectorDoor(server);
  }

  /** New connections go to the inspector at this address. */
  lead(url: string | undefined): void {
    this.#target = url === undefined ? undefined : new URL(url);
  }

  /** For `node inspect`, Chrome and editors. */
  get url(): string {
    const { address, port } = this.#server.address() as AddressInfo;
    const host = address.includes(':') ? `[${address}]` : address;
    return `ws://${host}:${port}${this.#target?.pathname ?? '/'}`;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #admit(socket: Socket): void {
    if (this.#target === undefined) {
      socket.destroy();
      return;
    }
    const other = connect(Number(this.#target.port), this.#target.hostname);
    for (const [from, to] of [
      [socket, other],
      [other, socket],
    ] as const) {
      this.#sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
    }
  }
}
