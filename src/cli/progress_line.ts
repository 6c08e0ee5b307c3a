import { grouped } from '../errors/index.js';
import type { RunningSystem } from '../run/index.js';
import { printProgress } from './print.js';

const REFRESH_MS = 100;

/** One line on a terminal that follows a run; silent when the output is piped. */
export class ProgressLine {
  readonly #run: Pick<RunningSystem, 'progress'>;
  readonly #durationNs: number | undefined;
  readonly #started = performance.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(run: Pick<RunningSystem, 'progress'>, durationNs: number | undefined) {
    this.#run = run;
    this.#durationNs = durationNs;
    if (process.stderr.isTTY) this.#timer = setInterval(() => this.#draw(), REFRESH_MS);
  }

  stop(): void {
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    printProgress('');
  }

  #draw(): void {
    const { now, callbacks, held } = this.#run.progress;
    const seconds = now / 1e9;
    const wall = (performance.now() - this.#started) / 1000;
    const share = this.#durationNs === undefined ? '' : `${bar(now / this.#durationNs)} `;
    const speed = `${(seconds / wall).toFixed(1)} × real time`;
    printProgress(
      `${share}${seconds.toFixed(2)} s simulated, ${speed}, ${grouped(callbacks)} callbacks${held ? ', waits for real I/O' : ''}`,
    );
  }
}

function bar(share: number): string {
  const filled = Math.round(Math.min(1, share) * 20);
  return `${'█'.repeat(filled)}${'░'.repeat(20 - filled)} ${Math.floor(Math.min(1, share) * 100)} %`;
}
