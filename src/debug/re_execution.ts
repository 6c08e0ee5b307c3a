import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrreryError } from '../errors/index.js';
import type { RecordedConfig } from '../job/index.js';
import { ended } from './debug_errors.js';
import type { DebugOptions } from './debug_options.js';
import type { DebugStop, StopReason } from './debug_stop.js';
import type { InspectorDoor } from './inspector_door.js';
import { type Halt, type LiveEvent, LiveRun } from './live_run.js';
import type { RunHistory } from './run_history.js';

/** What a run is re-executed from. */
export interface ReExecutionParts {
  /** The run's directory. */
  readonly path: string;
  readonly recorded: RecordedConfig;
  readonly history: RunHistory;
  readonly door: InspectorDoor;
  /** Files that the run read and that have another content now. */
  readonly changed: readonly string[];
}

const PHASES = { entry: 'before', step: 'inside', 'front-end': 'inside', none: 'after' } as const;

/**
 * Brings a recorded run to any of its callbacks: forwards in the process that stands before it, else
 * in a new one from the start.
 */
export class ReExecution {
  /** Where the run stands; undefined before the first move. */
  stop: DebugStop | undefined;
  /** Something was evaluated that may have changed what the run does. */
  touched = false;
  /** Where the run is to halt next if a front-end lets it go on from this callback. */
  following: (callback: number) => number = () => this.last;
  readonly #parts: ReExecutionParts;
  readonly #options: DebugOptions;
  /** For recorders among the programs, which record again. */
  readonly #scratch = mkdtempSync(join(tmpdir(), 'orrery-debug-'));
  readonly #removeScratch = () => rmSync(this.#scratch, { recursive: true, force: true });
  #live: LiveRun | undefined;

  constructor(parts: ReExecutionParts, options: DebugOptions) {
    this.#parts = parts;
    this.#options = options;
    process.once('exit', this.#removeScratch);
  }

  /** Number of the present callback; 0 before the first move. */
  get number(): number {
    return this.stop?.callback ?? 0;
  }

  /** Behind the last callback. */
  get last(): number {
    return this.#parts.history.callbacks + 1;
  }

  /**
   * The process, which stands still.
   *
   * @throws OrreryError `ORR_DEBUG_NO_STOP`
   */
  get live(): LiveRun {
    if (this.#live !== undefined) return this.#live;
    const where = this.stop === undefined ? 'has not begun' : 'is over';
    throw new OrreryError(
      'ORR_DEBUG_NO_STOP',
      `The run ${where}, so that there is nothing to look into; go to one of its callbacks first.`,
    );
  }

  /** Before the first statement of that callback. */
  async goTo(wanted: number, reason: StopReason): Promise<DebugStop> {
    const target = Math.min(wanted, this.last);
    const { stop } = this;
    if (stop?.callback === target && (stop.phase === 'before' || stop.phase === 'end')) return stop;
    if (this.#live !== undefined && target > this.number) {
      await this.#live.aim(target);
      return this.#arrive(await this.#live.goOn(), reason);
    }
    await this.#end();
    this.touched = false;
    return this.#arrive(await this.#begin(target), reason);
  }

  async step(how: 'over' | 'into' | 'out'): Promise<DebugStop> {
    const { live, number } = this;
    return this.#arrive(await live.step(how, this.following(number), number), 'step');
  }

  /** To the end of the present callback. */
  async finish(): Promise<DebugStop> {
    const { live, number, stop } = this;
    if (stop?.phase === 'after') return stop;
    await live.aim(this.following(number), number);
    return this.#arrive(await live.goOn(), 'step');
  }

  /** The breaks are others now. */
  async aimAgain(): Promise<void> {
    await this.#live?.aim(this.following(this.number));
  }

  async close(): Promise<void> {
    await this.#end();
    this.#removeScratch();
    process.off('exit', this.#removeScratch);
  }

  /** A new process, which comes to that callback. */
  async #begin(target: number): Promise<LiveEvent> {
    const { path, recorded, door, history } = this.#parts;
    const { end } = history.run.file;
    const { callbacks } = history;
    const cut = end === 'interrupted' || end === 'wall';
    const job = { directory: path, recordingsTo: this.#scratch, target, callbacks, cut };
    this.#live = new LiveRun(job, recorded, {
      opened: (url) => door.lead(url),
      progressed: (progress) => this.#options.onProgress?.(progress),
      printed: (text, stream) => this.#options.onOutput?.(text, stream),
      surprised: (event) => this.#surprise(event),
    });
    return this.#live.begun();
  }

  /** Takes what the run came to; it is over, or halts and is aimed at the next break. */
  async #arrive(event: LiveEvent, reason: StopReason): Promise<DebugStop> {
    if (event.kind === 'halt') {
      this.stop = this.#stopOf(event, reason);
      await this.aimAgain();
      return this.stop;
    }
    await this.#end();
    const { recorded, history, changed } = this.#parts;
    const { file } = history.run;
    const suspects = { changed, touched: this.touched };
    const end = ended(event, file, recorded.config.digest !== 'off', suspects);
    const stop = BigInt(file.time.stop);
    this.stop = {
      ...{ reason: 'end', callback: this.last, phase: 'end', node: '', entity: '', end },
      ...{ time: stop, sinceStart: Number(stop - history.start), place: undefined, function: '' },
    };
    return this.stop;
  }

  async #end(): Promise<void> {
    const live = this.#live;
    this.#live = undefined;
    this.#parts.door.lead(undefined);
    await live?.kill();
  }

  #stopOf(halt: Halt, reason: StopReason): DebugStop {
    const { callback, time, node, entity, inside, place } = halt;
    return {
      reason: inside === 'front-end' ? 'front-end' : reason,
      ...{ callback, node, entity, place, function: halt.function },
      time: this.#parts.history.start + BigInt(time),
      sinceStart: time,
      phase: PHASES[inside],
    };
  }

  #surprise(event: LiveEvent): void {
    this.#arrive(event, 'front-end').then(
      (stop) => this.#options.onStop?.(stop),
      (error: unknown) => this.#options.onError?.(error),
    );
  }
}
