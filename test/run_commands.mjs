// Runs one command line after another, each by importing the command's entry anew, so that Node and Orrery are started
// once. Started by `CommandProcess`: requests arrive in descriptor 3, one a line, and exit codes leave by descriptor 4.
import { createReadStream, readSync, writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const COMMAND = process.argv[2];
const TIME_LIMIT_MS = 170_000;
const [REQUESTS, ANSWERS] = [3, 4];

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

let isRunning = false;
// A command may end its process.
process.on('exit', (code) => {
  if (isRunning) writeSync(ANSWERS, `${code} over`);
});

// Each command listens to them until its process ends.
for (const emitter of [process, process.stdout, process.stderr]) emitter.setMaxListeners(0);

let number = 0;
for (let request = nextRequest(); request !== undefined; request = nextRequest()) {
  const { args, cwd, env } = request;
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, COMMAND, ...args];
  process.exitCode = undefined;
  // A stream that one command has read has ended for the others.
  const input = createReadStream('/dev/null');
  Object.defineProperty(process, 'stdin', { value: input, configurable: true });
  isRunning = true;
  const limit = setTimeout(() => process.kill(process.pid, 'SIGKILL'), TIME_LIMIT_MS);
  await import(`${pathToFileURL(COMMAND)}?${++number}`);
  clearTimeout(limit);
  isRunning = false;
  input.destroy();
  writeSync(ANSWERS, String(process.exitCode ?? 0));
}
