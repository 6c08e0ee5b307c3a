import type { Worker } from 'node:worker_threads';
import { real } from '../guard/index.js';

/** Indices into the memory that a guest's session shares with the watchdog. */
const PID = 0;
const TURN = 1;
const HUNG = 2;
const PLACES = 3;

/** Time between the watchdog's request to end and the kill, in ms. */
const GRACE_MS = 1000;
const LOOK_MS = 200;

/**
 * Runs in a thread of its own, because the thread of the run waits for the guest. A process that
 * keeps its turn for too long is asked to end, upon which it prints where it is; then it is killed.
 */
const CODE = `
const { workerData, parentPort } = require('node:worker_threads');
const guests = [];
parentPort.on('message', (shared) => guests.push({ at: new Int32Array(shared), turn: 0, since: 0, asked: 0 }));
const signal = (pid, name) => { try { process.kill(pid, name); } catch {} };
setInterval(() => {
  const now = performance.now();
  for (const guest of guests) {
    const turn = Atomics.load(guest.at, ${TURN});
    const pid = Atomics.load(guest.at, ${PID});
    if (turn === 0 || turn !== guest.turn) { guest.turn = turn; guest.since = now; guest.asked = 0; continue; }
    if (now - guest.since < workerData) continue;
    if (guest.asked === 0) { guest.asked = now; Atomics.store(guest.at, ${HUNG}, 1); signal(pid, 'SIGTERM'); }
    else if (now - guest.asked > ${GRACE_MS}) signal(-pid, 'SIGKILL');
  }
}, ${LOOK_MS});
`;

/** One guest, as the watchdog sees it. */
export class Watched {
  readonly #shared = new SharedArrayBuffer(PLACES * 4);
  readonly #at = new Int32Array(this.#shared);
  #turns = 0;

  get shared(): SharedArrayBuffer {
    return this.#shared;
  }

  isProcess(pid: number): void {
    Atomics.store(this.#at, PID, pid);
  }

  /** Marks that the guest has the turn. */
  begin(): void {
    this.#turns = (this.#turns % 0x7fff_ffff) + 1;
    Atomics.store(this.#at, TURN, this.#turns);
  }

  end(): void {
    Atomics.store(this.#at, TURN, 0);
  }

  /** Whether it has been killed because it did not stop. */
  get hung(): boolean {
    return Atomics.load(this.#at, HUNG) === 1;
  }
}

/** Ends guests that keep the turn for more than this many real seconds. */
export class Watchdog {
  readonly #patience: number;
  #worker: Worker | undefined;

  constructor(patienceSeconds: number) {
    this.#patience = patienceSeconds * 1000;
  }

  watch(): Watched {
    if (this.#worker === undefined) {
      const { Worker: RealWorker } = real.workerThreads;
      this.#worker = new RealWorker(CODE, { eval: true, workerData: this.#patience, env: {} });
      this.#worker.unref();
    }
    const watched = new Watched();
    this.#worker.postMessage(watched.shared);
    return watched;
  }

  close(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }
}
