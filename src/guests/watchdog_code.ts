/**
 * The program of the watchdog's thread; it has one because the thread of the run waits for the guest.
 * A guest that keeps its turn for too long is asked twice to say where it is, then killed: by SIGVTALRM, which
 * Python code answers, and by SIGTERM, which also ends a program that is in native code.
 */
export const WATCHDOG_CODE = `
const { workerData: { grace }, parentPort } = require('node:worker_threads');
const { readFileSync } = require('node:fs');
const PID = 0, TURN = 1, HUNG = 2;
const LOOK = 200;
/** A guest that gets no processor time is given this many times its grace when the run is to end. */
const STARVED = 3;
/** After the first request, in ms. */
const SIGNALS = [[2000, 'SIGTERM', 1], [3000, 'SIGKILL', -1]];
const guests = new Set();
let looking;
parentPort.on('message', ({ shared, patience, stop }) => {
  guests.add({ at: new Int32Array(shared), patience, asked: stop && new Int32Array(stop), turn: 0 });
  looking ??= setInterval(lookAtAll, LOOK);
});
const signal = (pid, name) => { try { process.kill(pid, name); } catch {} };
/** Whether it waits, and its processor time in ms; undefined where the system does not tell. */
function used(pid) {
  try {
    const words = readFileSync('/proc/' + pid + '/stat', 'latin1').split(') ').at(-1).split(' ');
    return { waits: words[0] !== 'R', cpu: (Number(words[11]) + Number(words[12])) * 10 };
  } catch {}
}
function counted(guest, now) {
  const passed = now - guest.seen;
  const before = guest.used;
  guest.seen = now;
  guest.used = used(Atomics.load(guest.at, PID));
  if (before === undefined || guest.used === undefined) return passed;
  const cpu = guest.used.cpu - before.cpu;
  return cpu === 0 && guest.used.waits ? passed : Math.min(cpu, passed);
}
function ask(guest, reason, now) {
  guest.end = { at: now, sent: 0 };
  Atomics.store(guest.at, HUNG, reason);
  signal(Atomics.load(guest.at, PID), 'SIGVTALRM');
}
function look(guest, now) {
  const turn = Atomics.load(guest.at, TURN);
  if (turn < 0) return guests.delete(guest);
  if (turn === 0 || turn !== guest.turn) {
    Object.assign(guest, { turn, seen: now, used: undefined, time: 0, end: undefined, stopped: undefined });
    return;
  }
  if (guest.end !== undefined) {
    const next = SIGNALS[guest.end.sent];
    if (next === undefined || now - guest.end.at < next[0]) return;
    guest.end.sent++;
    return signal(next[2] * Atomics.load(guest.at, PID), next[1]);
  }
  guest.time += counted(guest, now);
  if (guest.time >= guest.patience) return ask(guest, 1, now);
  const reason = guest.asked === undefined ? 0 : Atomics.load(guest.asked, 0);
  if (reason === 0) guest.stopped = undefined;
  else if (guest.stopped === undefined) guest.stopped = { at: now, time: guest.time };
  else if (guest.time - guest.stopped.time >= grace[reason] || now - guest.stopped.at >= STARVED * grace[reason]) {
    ask(guest, 1 + reason, now);
  }
}
function lookAtAll() {
  const now = performance.now();
  for (const guest of guests) look(guest, now);
  if (guests.size > 0) return;
  clearInterval(looking);
  looking = undefined;
}
`;
