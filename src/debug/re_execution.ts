import { join } from 'node:path';
import { OrreryError } from '../errors/index.js';
import { type RecordedConfig, TemporaryFolder } from '../record/index.js';
import { ended, inPython, notInPython } from './debug_errors.js';
import type { DebugOptions } from './debug_options.js';
import type { DebugStop, StopReason } from './debug_stop.js';
import type { InspectorDoor } from './inspector_door.js';
import { type Halt, type LiveEvent, LiveRun } from './live_run.js';
import type { PythonDoor } from './python_door.js';
import type { RunHistory } from './run_history.js';
import { SpareRun } from './spare_run.js';

/** The source of a re-execution. */
export interface ReExecutionParts {
  /** The run's directory. */
  readonly path: string;
  readonly recorded: RecordedConfig;
  readonly history: RunHistory;
  readonly door: InspectorDoor;
  /** Files that the run read and that have changed since. */
  readonly changed: readonly string[];
}

/** The output of pdb, and where the run stands once pdb has left the callback. */
export interface PythonAnswer {
  readonly text: string;
  readonly stop?: DebugStop;
}

const PHASES = {
  entry: 'before',
  passed: 'passed',
  step: 'inside',
  'front-end': 'inside',
  end: 'after',
} as const;

/** A spare run is created after this time without a command. */
const THINKING_MS = 200;
/** How much real time before the current callback the spare run waits, and at least how many callbacks. */
const SPARE_MS = 300;
const FEWEST_BETWEEN = 20;

/**
 * Moves a recorded run to any of its callbacks: forwards in the current process,
 * backwards in a spare one that waits earlier, else in a new one from the start.
 */
export class ReExecution {
  /** The current stop; undefined before the first move. */
  stop: DebugStop | undefined;
  /** An evaluation may have changed what the run does. */
  touched = false;
  /** Where the run halts next if a front end resumes it from this callback. */
  following: (callback: number) => number = () => this.last;
  readonly #parts: ReExecutionParts;
  readonly #options: DebugOptions;
  /** The folder for recorders among the programs, which record again. */
  readonly #scratch = new TemporaryFolder('debug');
  #live: LiveRun | undefined;
  /** The open pdb, and the end of the callback that it is in. */
  #pdb: { readonly door: PythonDoor; readonly over: Promise<LiveEvent> } | undefined;
  #spare: SpareRun | undefined;
  #later: NodeJS.Timeout | undefined;
  #started = 0;
  /** Real time that a callback took in the last re-execution from the start, in ms. */
  #perCallback = 1;

  constructor(parts: ReExecutionParts, options: DebugOptions) {
    this.#parts = parts;
    this.#options = options;
  }

  /** Number of the current callback; 0 before the first move. */
  get number(): number {
    return this.stop?.callback ?? 0;
  }

  /** The position after the last callback. */
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
      `The run ${where}, so there is nothing to look into; go to one of its callbacks first.`,
    );
  }

  /** The process, if Node's inspector can look into the code there. */
  get lookedInto(): LiveRun {
    const { live } = this;
    if (live.atPython) throw inPython();
    return live;
  }

  /** Moves to that callback, before its first statement. */
  async goTo(wanted: number, reason: StopReason): Promise<DebugStop> {
    const target = Math.min(wanted, this.last);
    const { stop } = this;
    clearTimeout(this.#later);
    if (stop?.callback === target && /before|passed|end/.test(stop.phase)) return stop;
    if (this.#live !== undefined && target > this.number) {
      await this.#live.aim(target);
      return this.#arrive(await this.#live.goOn(), reason);
    }
    return this.#arrive(await this.#beginAgain(target), reason);
  }

  async step(how: 'over' | 'into' | 'out'): Promise<DebugStop> {
    const { live, number } = this;
    clearTimeout(this.#later);
    return this.#arrive(await live.step(how, this.following(number), number), 'step');
  }

  /** Runs to the end of the current callback. */
  async finish(): Promise<DebugStop> {
    const { live, number, stop } = this;
    if (stop?.phase === 'after' || stop?.phase === 'passed') return stop;
    clearTimeout(this.#later);
    await live.aim(this.following(number), number);
    return this.#arrive(await live.goOn(), 'step');
  }

  /**
   * Opens pdb in the Python callback that is about to run; returns its output, or where the run stands if the
   * callback ran no user code.
   */
  async openPython(): Promise<PythonAnswer> {
    const { live, number, stop } = this;
    const { door } = live;
    if (stop?.phase !== 'before' || !live.atPython) throw notInPython();
    clearTimeout(this.#later);
    await live.aim(this.following(number), number);
    await live.ask('armPython');
    const over = live.goOn();
    this.#pdb = { door, over };
    return this.#heard(Promise.race([door.heard(), over.then(() => '')]));
  }

  /** Gives pdb a command; undefined when it is not open. */
  askPython(command: string): Promise<PythonAnswer> | undefined {
    return this.#pdb && this.#heard(this.#pdb.door.ask(command));
  }

  /** Whether pdb waits for a command. */
  get inPython(): boolean {
    return this.#pdb !== undefined;
  }

  /** The output of pdb, and the stop after the callback once that is over. */
  async #heard(said: Promise<string>): Promise<PythonAnswer> {
    const text = await said;
    const { door, over } = this.#pdb!;
    if (door.open) return { text };
    this.#pdb = undefined;
    return { text, stop: await this.#arrive(await over, 'step') };
  }

  /** The breaks have changed. */
  async aimAgain(): Promise<void> {
    await this.#live?.aim(this.following(this.number));
  }

  async close(): Promise<void> {
    clearTimeout(this.#later);
    await Promise.all([this.#end(), this.#spare?.kill()]);
    this.#scratch.remove();
  }

  /**
   * Another process that runs to that callback: the spare one if it waits before it, else a new
   * one.
   */
  async #beginAgain(target: number): Promise<LiveEvent> {
    await this.#end();
    this.touched = false;
    this.#options.onProgress?.({ now: 0, callbacks: 0, held: false });
    const spare = this.#spare;
    if (spare !== undefined && spare.at <= target) {
      this.#spare = undefined;
      const taken = await spare.take();
      if (taken !== undefined) {
        this.#live = taken.run;
        this.#parts.door.lead(taken.run.url);
        if (taken.halt.callback === target) return taken.halt;
        await taken.run.aim(target);
        return taken.run.goOn();
      }
    }
    const began = performance.now();
    this.#live = this.#start(target);
    const event = await this.#live.begun();
    this.#perCallback = (performance.now() - began) / target;
    return event;
  }

  /** A new process on its way to that callback. */
  #start(target: number): LiveRun {
    const { path: directory, recorded, history } = this.#parts;
    const { end } = history.run.file;
    const { callbacks } = history;
    const cut = end === 'interrupted' || end === 'wall';
    // Each process has its own folder for recordings, which are made again.
    const recordingsTo = join(this.#scratch.path, String(++this.#started));
    const run: LiveRun = new LiveRun(
      { directory, recordingsTo, target, callbacks, cut, pythonDoor: `${recordingsTo}.python` },
      recorded,
      {
        opened: (url) => {
          if (run === this.#live) this.#parts.door.lead(url);
        },
        progressed: (progress) => {
          if (run === this.#live) this.#options.onProgress?.(progress);
        },
        printed: (text, stream) => this.#options.onOutput?.(text, stream),
        surprised: (event) => {
          if (run === this.#live) this.#surprise(event);
        },
      },
    );
    return run;
  }

  /** Makes a spare run wait shortly before the current callback. */
  #keepSpare(): void {
    const near = Math.max(FEWEST_BETWEEN, Math.floor(SPARE_MS / this.#perCallback));
    const at = Math.max(1, this.number - near);
    const present = this.#spare;
    if (present !== undefined && present.at <= this.number) {
      if (at - present.at > near) present.advance(at);
      return;
    }
    void present?.kill();
    this.#spare = this.number <= 1 ? undefined : new SpareRun(this.#start(at), at);
  }

  /** Handles the stop of the run: it is over, or it halts and is aimed at the next break. */
  async #arrive(event: LiveEvent, reason: StopReason): Promise<DebugStop> {
    if (event.kind === 'halt') {
      this.stop = this.#stopOf(event, reason);
      await this.aimAgain();
      if (this.#live !== undefined) this.#live.silent = false;
      this.#later = setTimeout(() => this.#keepSpare(), THINKING_MS).unref();
      return this.stop;
    }
    await this.#end();
    const { recorded, history, changed } = this.#parts;
    const { file } = history.run;
    const suspects = { changed, touched: this.touched, leaks: file.leaks };
    const end = ended(event, file, recorded.config.output.digest !== 'off', suspects);
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
