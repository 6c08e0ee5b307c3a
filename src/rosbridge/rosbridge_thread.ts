/** The thread with the web clients: a server of WebSockets on 127.0.0.1, and the bridge behind it. */
import { parentPort, workerData } from 'node:worker_threads';
import { type WebSocket, WebSocketServer } from 'ws';
import { TypeRegistry } from '../interfaces/index.js';
import { Bridge } from './bridge.js';
import { ClientSession } from './client_session.js';
import { FoxgloveSession } from './foxglove/foxglove_session.js';
import { isOwnOrigin } from './is_own_origin.js';
import { MAX_CLIENTS, MAX_MESSAGE_BYTES } from './limits.js';
import type { BridgeEvent, BridgeThreadData, RunCommand } from './thread_messages.js';

/** How long clients have to close their connections, in ms. */
const PATIENCE_MS = 300;

/** Two names of one protocol: Foxglove's applications offer the newer one, others the older one. */
const FOXGLOVE_NAMES = ['foxglove.sdk.v1', 'foxglove.websocket.v1'];
/** The only foreign page that may connect: that of the authors of the protocol. */
const FOXGLOVE_PAGE = 'https://app.foxglove.dev';
const foxgloveName = (offered: ReadonlySet<string>) =>
  FOXGLOVE_NAMES.find((name) => offered.has(name)) ?? false;

const tell = (event: BridgeEvent) => parentPort!.postMessage(event);

function connect(
  protocol: BridgeThreadData['protocol'],
  bridge: Bridge,
  socket: WebSocket,
  count: number,
): void {
  // An error of a connection ends it, so nothing is left to do here.
  socket.on('error', () => {});
  if (count > MAX_CLIENTS) {
    socket.close(1013, `no more than ${MAX_CLIENTS} clients`);
    return;
  }
  const session = sessionOf(protocol, bridge, socket);
  socket.on('message', (data, isBinary) => session.hear(data, isBinary));
  socket.on('close', () => session.close());
}

function sessionOf(protocol: BridgeThreadData['protocol'], bridge: Bridge, socket: WebSocket) {
  if (protocol === 'foxglove') return new FoxgloveSession(bridge, socket);
  const session = new ClientSession(bridge, socket);
  return {
    hear(data: Buffer, isBinary: boolean): void {
      if (isBinary) socket.close(1003, 'only JSON is spoken here');
      else session.hear(data.toString('utf8'));
    },
    close: () => session.close(),
  };
}

function leave(server: WebSocketServer): void {
  for (const socket of server.clients) socket.close(1001, 'the run has ended');
  const end = () => {
    for (const socket of server.clients) socket.terminate();
    parentPort!.close();
  };
  const timer = setTimeout(end, PATIENCE_MS);
  server.close(() => {
    clearTimeout(timer);
    end();
  });
}

function serve({ protocol, port, types, ...more }: BridgeThreadData): void {
  const server = new WebSocketServer({
    ...{ host: '127.0.0.1', port, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false },
    // Without this, the first name that a client offers is taken, whatever it is.
    ...(protocol === 'foxglove' && { handleProtocols: foxgloveName }),
    verifyClient: ({ req: { headers } }) =>
      isOwnOrigin(headers.origin) || (protocol === 'foxglove' && headers.origin === FOXGLOVE_PAGE),
  });
  server.on('error', ({ message }) => {
    tell({ kind: 'failed', message });
    parentPort!.close();
  });
  server.on('listening', () => {
    tell({ kind: 'open' });
    const bridge = new Bridge(new TypeRegistry(types), tell, more);
    server.on('connection', (socket) => connect(protocol, bridge, socket, server.clients.size));
    parentPort!.on('message', (command: RunCommand) => {
      if (command.kind === 'close') leave(server);
      else bridge.handle(command);
    });
  });
}

serve(workerData as BridgeThreadData);
