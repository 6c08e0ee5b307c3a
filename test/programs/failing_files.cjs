// Loaded before the command: what its `failing_files.json` names fails among the operations on the
// files of a run directory, as on a full disk, on a broken one, or where a write takes less than all.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const { basename, join } = require('node:path');

const real = { ...fs };
const plan = JSON.parse(real.readFileSync(join(__dirname, 'failing_files.json'), 'utf8'));
const { folder, log, operation, turn, fault } = plan;
const paths = new Map();
let count = 0;
let isFull = false;

/** Whether this operation is to fail. A disk that is full stays so. */
function fails(name, path) {
  // Names that differ by process are one.
  const done = `${name} ${basename(path).replace(/\.\d+-\d+(?=\.partial$)/, '')}`;
  if (log !== undefined) real.appendFileSync(log, `${done}\n`);
  if (isFull && /^(write|open|mkdir)/.test(name)) return true;
  if (done !== operation || count++ !== turn) return false;
  isFull = fault === 'ENOSPC';
  real.writeFileSync(join(__dirname, 'failed'), '');
  return true;
}

function failure(name, path) {
  const code = fault === 'short' ? 'EIO' : fault;
  const error = new Error(`${code}: ${name} '${path}'`);
  // As if Node had thrown it: its stack begins in Node, and goes on where the operation was called.
  const callers = error.stack.split('\n').filter((line) => !line.includes(__filename));
  error.stack = callers.join('\n').replace('\n', `\n    at ${name}Sync (node:fs:1:1)\n`);
  return Object.assign(error, { code, syscall: name, path });
}

function isRunning(path) {
  return JSON.parse(real.readFileSync(path, 'utf8')).end === 'running';
}

fs.openSync = (path, flags, ...more) => {
  const isOurs = String(path).startsWith(folder) && flags !== 'r';
  if (isOurs && fails('open', path)) throw failure('open', path);
  const descriptor = real.openSync(path, flags, ...more);
  if (isOurs) paths.set(descriptor, path);
  return descriptor;
};

fs.closeSync = (descriptor) => {
  const path = paths.get(descriptor);
  paths.delete(descriptor);
  real.closeSync(descriptor);
  if (path !== undefined && fails('close', path)) throw failure('close', path);
};

fs.writeSync = (descriptor, bytes, offset, length, position) => {
  const path = paths.get(descriptor);
  const half = length >> 1;
  // A full disk has room for what overwrites.
  const overwrites = isFull && real.fstatSync(descriptor).size >= (position ?? Infinity) + length;
  if (path === undefined || overwrites || !fails('write', path)) {
    return real.writeSync(descriptor, bytes, offset, length, position);
  }
  if (fault === 'short') return real.writeSync(descriptor, bytes, offset, half || 1, position);
  if (fault === 'ENOSPC' && half > 0) real.writeSync(descriptor, bytes, offset, half, position);
  throw failure('write', path);
};

fs.writeFileSync = (path, text, ...more) => {
  const isOurs = String(path).startsWith(folder);
  if (!isOurs || !fails('write', path)) return real.writeFileSync(path, text, ...more);
  real.writeFileSync(path, text.slice(0, text.length >> 1), ...more);
  throw failure('writeFile', path);
};

for (const name of ['rename', 'mkdir', 'fsync', 'ftruncate', 'unlink', 'rm']) {
  const call = `${name}Sync`;
  fs[call] = (target, ...more) => {
    const path = typeof target === 'number' ? paths.get(target) : String(target);
    if (path?.startsWith(folder) && fails(name, path)) throw failure(name, path);
    const isCheckpoint = name === 'rename' && isRunning(path);
    const result = real[call](target, ...more);
    // What the last checkpoint promises, for whom the run's last words do not reach.
    if (isCheckpoint) real.copyFileSync(more[0], join(__dirname, 'checkpoint.json'));
    return result;
  };
}
syncBuiltinESMExports();
