/** The thread with the socket to which a data provider connects; it passes on lines in both directions. */
import { createServer, type Socket } from 'node:net';
import { workerData } from 'node:worker_threads';
import type { ProviderNews, ProviderThreadData } from './provider_link.js';

/** The most characters of one call of a provider. */
const MOST_BYTES = 64 * 1024 * 1024;

const { port, signal, path } = workerData as ProviderThreadData;
let provider: Socket | undefined;

function say(news: ProviderNews): void {
  port.postMessage(news);
  Atomics.add(signal, 0, 1);
  Atomics.notify(signal, 0);
}

function serve(socket: Socket): void {
  // A run has one provider.
  if (provider !== undefined) {
    socket.destroy();
    return;
  }
  provider = socket;
  socket.setEncoding('utf8');
  say({ kind: 'connected' });
  let [rest, isGone] = ['', false];
  const gone = (why: string) => {
    if (!isGone) say({ kind: 'gone', why });
    isGone = true;
  };
  socket.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    for (const line of lines) if (line.trim() !== '') say({ kind: 'line', line });
    if (rest.length <= MOST_BYTES) return;
    gone(`it sends a line of more than ${MOST_BYTES} bytes`);
    socket.destroy();
  });
  socket.on('error', ({ message }) => gone(message));
  socket.on('close', () => gone('it has closed the connection'));
}

const server = createServer(serve);
server.on('error', ({ message }) => say({ kind: 'failed', why: message }));
server.listen(path, () => say({ kind: 'listening' }));

port.on('message', (line: string | null) => {
  if (line !== null) provider?.write(`${line}\n`);
  else {
    provider?.end();
    server.close(() => say({ kind: 'closed' }));
  }
});
