/** The parts of the package `ws` that the bridge and its tests use; it has no declarations of its own. */
declare module 'ws' {
  import type { EventEmitter } from 'node:events';
  import type { IncomingMessage } from 'node:http';

  export class WebSocket extends EventEmitter {
    constructor(address: string, protocols?: readonly string[]);
    readonly bufferedAmount: number;
    readonly protocol: string;
    send(data: string | Uint8Array): void;
    close(code?: number, reason?: string): void;
    terminate(): void;
    on(event: 'message', listener: (data: Buffer, isBinary: boolean) => void): this;
    on(event: 'open' | 'close', listener: () => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
  }

  export class WebSocketServer extends EventEmitter {
    constructor(options: {
      readonly host: string;
      readonly port: number;
      readonly maxPayload: number;
      readonly perMessageDeflate: boolean;
      readonly handleProtocols?: (offered: ReadonlySet<string>) => string | false;
      readonly verifyClient: (info: { readonly req: IncomingMessage }) => boolean;
    });
    readonly clients: ReadonlySet<WebSocket>;
    close(done?: () => void): void;
    on(event: 'connection', listener: (socket: WebSocket) => void): this;
    on(event: 'listening', listener: () => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
  }
}
