/** Redis servers for tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/** A server that keeps nothing on disk, so that a restarted one has forgotten everything. */
export async function redis(port: number): Promise<ChildProcess> {
  const options = [
    '--port',
    String(port),
    '--save',
    '',
    '--appendonly',
    'no',
    '--bind',
    '127.0.0.1',
  ];
  const server = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise<void>((resolve) => {
    server.stdout!.on('data', (text: Buffer) => {
      if (text.includes('Ready to accept connections')) resolve();
    });
  });
  return server;
}

export async function kill(server: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGKILL');
  await ended;
}
