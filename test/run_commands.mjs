// Runs one command line after another, each by importing the command's entry anew, so that Node and Orrery are started
// once. Started by `CommandProcess`: requests arrive in descriptor 3, one a line, and exit codes leave by descriptor 4.
import { createReadStream, readSync, writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [COMMAND, TIME_LIMIT_MS] = process.argv.slice(2);
const [REQUESTS, ANSWERS] = [3, 4];
/** Node's exit code when a module awaits forever. */
const STALLED = 13;

/** Blocks until there is another request, since nothing else is to happen meanwhile; undefined: there will be none. */
function nextRequest() {
  const pieces = [];
  const piece = Buffer.alloc(1 << 16);
  for (;;) {
    const length = readSync(REQUESTS, piece);
    if (length === 0) return undefined;
    const text = piece.toString('latin1', 0, length);
    pieces.push(text);
    if (text.endsWith('\n')) return JSON.parse(Buffer.from(pieces.join(''), 'latin1').toString());
  }
}

/** The command that runs. */
let running;
let number = 0;

async function runNext() {
  const request = nextRequest();
  if (request === undefined) return;
  const { args, cwd, env } = request;
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, COMMAND, ...args];
  process.exitCode = undefined;
  // A stream that one command has read has ended for the others.
  const input = createReadStream('/dev/null');
  Object.defineProperty(process, 'stdin', { value: input, configurable: true });
  // One that does not end is killed; the limit itself must not keep it alive.
  const limit = setTimeout(() => process.kill(process.pid, 'SIGKILL'), Number(TIME_LIMIT_MS));
  running = { input, limit: limit.unref(), isLoaded: false };
  await import(`${pathToFileURL(COMMAND)}?${++number}`);
  running.isLoaded = true;
}

// As a process of its own, a command has ended once nothing is left that could happen, not when its module is loaded.
process.on('beforeExit', () => {
  if (running === undefined) return;
  const { input, limit, isLoaded } = running;
  running = undefined;
  clearTimeout(limit);
  input.destroy();
  writeSync(ANSWERS, String(isLoaded ? (process.exitCode ?? 0) : STALLED));
  void runNext();
});

// A command may end its process.
process.on('exit', (code) => {
  if (running !== undefined) writeSync(ANSWERS, `${code} over`);
});

// Each command listens to them until its process ends.
for (const emitter of [process, process.stdout, process.stderr]) emitter.setMaxListeners(0);

void runNext();
