import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type OpenDebugger, RunDebuggers } from './run_debugger.js';
import { type RunOnDisk, runFiles } from './run_files.js';
import { servedPage } from './studio_page.js';

/** Letters of a command for the debugger. */
const LONGEST_COMMAND = 10_000;

/** A studio that serves its page. */
export interface StudioServer {
  /** With a token that nobody else knows. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves the page and the files of these runs, to this machine only and under an address that cannot be
 * guessed.
 *
 * @param runs - directories that runs left behind, or MCAP files
 * @param port - 0: any that is free
 * @param openDebugger - what the page's debugger is; without one, the page names the command only
 * @throws OrreryError `ORR_STUDIO_RUN`
 */
export async function serveStudio(
  runs: readonly string[],
  port = 0,
  openDebugger?: OpenDebugger,
): Promise<StudioServer> {
  const found = runs.map(runFiles);
  const token = randomBytes(18).toString('base64url');
  const debuggers = openDebugger && new RunDebuggers(openDebugger);
  const server = createServer((request, response) =>
    answer(request, response, { token, runs: found, debuggers }),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: chosen } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${chosen}/${token}/`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await debuggers?.close();
      await closed;
    },
  };
}

/** What the server has to give. */
interface Served {
  readonly token: string;
  readonly runs: readonly RunOnDisk[];
  readonly debuggers: RunDebuggers | undefined;
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { token, runs, debuggers }: Served,
): void {
  const [, given, folder, run, name] = (request.url ?? '').split('?')[0]!.split('/');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Cache-Control', 'no-store');
  if (given === token && request.method === 'POST' && folder === 'debug' && debuggers) {
    void askDebugger(request, response, runs[Number(run)], debuggers);
  } else if (given !== token || request.method !== 'GET') {
    response.writeHead(404).end();
  } else if (folder === '') {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(servedPage(runs, debuggers !== undefined));
  } else {
    const file = runs[Number(run)]?.files.find((each) => encodeURIComponent(each.name) === name);
    if (folder !== 'files' || file === undefined) response.writeHead(404).end();
    else sendFile(request, response, file.path, file.size);
  }
}

/** Carries out a command of the debugger, which is the body of the request. */
async function askDebugger(
  request: IncomingMessage,
  response: ServerResponse,
  run: RunOnDisk | undefined,
  debuggers: RunDebuggers,
): Promise<void> {
  let line = '';
  try {
    for await (const part of request.setEncoding('utf8')) {
      line += part;
      if (line.length > LONGEST_COMMAND) throw new Error('This command is too long.');
    }
    if (run === undefined) throw new Error('There is no such run.');
    response.end(JSON.stringify(await debuggers.ask(run.name, line)));
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    response.writeHead(422).end(JSON.stringify({ text }));
  }
}

/** Sends a file or the part of it that is asked for (RFC 9110, section 14, one range). */
function sendFile(request: IncomingMessage, response: ServerResponse, path: string, size: number) {
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  const start = Number(range?.[1] ?? 0);
  const end = Math.min(size - 1, range?.[2] ? Number(range[2]) : size - 1);
  if (range !== null && (start >= size || start > end)) {
    response.writeHead(416, { 'Content-Range': `bytes */${size}` }).end();
    return;
  }
  response.writeHead(range === null ? 200 : 206, {
    'Content-Type': 'application/octet-stream',
    'Accept-Ranges': 'bytes',
    'Content-Length': end - start + 1,
    ...(range !== null && { 'Content-Range': `bytes ${start}-${end}/${size}` }),
  });
  if (size === 0) response.end();
  else
    createReadStream(path, { start, end })
      .on('error', () => response.destroy())
      .pipe(response);
}
