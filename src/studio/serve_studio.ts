import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OrreryError } from '../errors/index.js';
import { filesSoFar, goBack, type LiveRun, stateOf } from './live_run.js';
import { meshFile, type PackageShare } from './mesh_files.js';
import { type OpenDebugger, RunDebuggers } from './run_debugger.js';
import { type RunOnDisk, runFiles } from './run_files.js';
import { livePage, servedPage } from './studio_page.js';

/** The most characters of a command for the debugger. */
const LONGEST_COMMAND = 10_000;

/** A server of the studio's page. */
export interface StudioServer {
  /** The address, with a secret token. */
  readonly url: string;
  close(): Promise<void>;
}

/** What the page offers besides showing runs. */
export interface StudioServices {
  /** The port; 0: any free one. */
  readonly port?: number | undefined;
  /** Opens debuggers; without it, the page only shows the command. */
  readonly openDebugger?: OpenDebugger | undefined;
  /** An active run, which is shown instead of others. */
  readonly live?: LiveRun | undefined;
  /** Finds the packages with the meshes that recordings refer to; without it, no meshes are shown. */
  readonly packageShare?: PackageShare | undefined;
}

/**
 * Serves the page and the files of these runs, to this machine only and at an address that cannot be guessed.
 *
 * @param runs - directories that runs left behind, or MCAP files
 * @throws OrreryError `ORR_STUDIO_RUN`, `ORR_SERVE_PORT`
 */
export async function serveStudio(
  runs: readonly string[],
  { port = 0, openDebugger, live, packageShare }: StudioServices = {},
): Promise<StudioServer> {
  const found = runs.map(runFiles);
  const token = randomBytes(18).toString('base64url');
  const debuggers = openDebugger && new RunDebuggers(openDebugger);
  const server = createServer((request, response) =>
    answer(request, response, {
      ...{ token, debuggers, live, packageShare },
      runs: live === undefined ? found : [filesSoFar(live)],
    }),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(portRefused(port, cause)));
    try {
      server.listen(port, '127.0.0.1', resolve);
    } catch (cause) {
      reject(portRefused(port, cause as Error));
    }
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

/** What the server serves. */
interface Served {
  readonly token: string;
  readonly runs: readonly RunOnDisk[];
  readonly debuggers: RunDebuggers | undefined;
  readonly live: LiveRun | undefined;
  readonly packageShare: PackageShare | undefined;
}

function answer(request: IncomingMessage, response: ServerResponse, served: Served): void {
  const { token, runs, debuggers, live } = served;
  const [, given, folder, run, name] = (request.url ?? '').split('?')[0]!.split('/');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Cache-Control', 'no-store');
  if (given === token && request.method === 'POST') {
    void answerPost(request, response, folder ?? '', { ...served, run: runs[Number(run)] });
  } else if (given !== token || request.method !== 'GET') {
    response.writeHead(404).end();
  } else if (folder === '') {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(live ? livePage(live) : servedPage(runs, debuggers !== undefined));
  } else if (folder === 'live' && live !== undefined) {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(stateOf(live, runs[0]!)));
  } else if (folder === 'meshes' && run !== undefined) {
    sendMesh(request, response, run, served.packageShare);
  } else {
    const file = runs[Number(run)]?.files.find((each) => encodeURIComponent(each.name) === name);
    if (folder !== 'files' || file === undefined) response.writeHead(404).end();
    else sendFile(request, response, file.path, file.size);
  }
}

/** Executes the body of a request: a command for the debugger, or a time to go back to. */
async function answerPost(
  request: IncomingMessage,
  response: ServerResponse,
  folder: string,
  { debuggers, live, run }: Served & { readonly run: RunOnDisk | undefined },
): Promise<void> {
  let line = '';
  try {
    for await (const part of request.setEncoding('utf8')) {
      line += part;
      if (line.length > LONGEST_COMMAND) throw new Error('This command is too long.');
    }
    if (folder === 'back' && live !== undefined) {
      response.end(JSON.stringify(goBack(live, line)));
    } else if (folder === 'debug' && debuggers !== undefined) {
      if (run === undefined) throw new Error('There is no such run.');
      response.end(JSON.stringify(await debuggers.ask(run.name, line)));
    } else response.writeHead(404).end();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    response.writeHead(422).end(JSON.stringify({ text }));
  }
}

function sendMesh(
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
  packageShare: PackageShare | undefined,
): void {
  try {
    if (packageShare === undefined) throw new Error('No packages are known.');
    const { path, size } = meshFile(decodeURIComponent(address), packageShare);
    sendFile(request, response, path, size);
  } catch (error) {
    response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' });
    response.end((error as Error).message);
  }
}

/** Sends a file or the requested part of it (RFC 9110, section 14, one range). */
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
  if (size === 0) {
    response.end();
    return;
  }
  const stream = createReadStream(path, { start, end });
  const broken = () => response.destroy();
  stream.on('error', broken);
  // The file of an active run may have become shorter, and the page would wait for the rest.
  stream.on('end', () => stream.bytesRead <= end - start && broken());
  stream.pipe(response);
}

function portRefused(port: number, cause: Error): OrreryError {
  const text = `Port ${port} of 127.0.0.1 cannot be opened (${cause.message}); name another one, or 0 for any that is free.`;
  return new OrreryError('ORR_SERVE_PORT', text, { cause });
}
