import { existsSync } from 'node:fs';
import type { Debugger, Runtime } from 'node:inspector';
import { join } from 'node:path';
import type { RecordedConfig } from '../record/index.js';
import type { DebugPosition } from './debug_control.js';
import type { DebugJob, DebugProgress, DebugReport } from './debug_report.js';
import type { SourcePlace } from './debug_stop.js';
import { DebuggedProcess, type ProcessListener } from './debugged_process.js';
import { PythonDoor } from './python_door.js';
import { programFolders, SourcePlaces } from './source_places.js';
import type { Divergence } from './trace_follower.js';

/** The position of the halted run, in the user's code if there is any. */
export interface Halt extends DebugPosition {
  readonly kind: 'halt';
  /**
   * The state of the user's code: it is about to begin, there is none, or it is being stepped through or over.
   */
  readonly inside: 'entry' | 'passed' | 'step' | 'front-end' | 'end';
  readonly place: SourcePlace | undefined;
  readonly function: string;
}

/** Where a run under the debugger stops or ends. */
export type LiveEvent =
  | Halt
  | Extract<DebugReport, { readonly kind: 'ended' | 'cut' | 'failed' | 'diverged' }>
  | { readonly kind: 'died'; readonly code: number | null; readonly signal: string | null };

/** Called for unsolicited events. */
export interface LiveListener {
  opened(url: string): void;
  progressed(progress: DebugProgress): void;
  printed(text: string, stream: 'stdout' | 'stderr'): void;
  /** A front end has stopped the run, or has resumed it until this stop. */
  surprised(event: LiveEvent): void;
}

/** One re-execution: a process, driven through its inspector from halt to halt. */
export class LiveRun implements ProcessListener {
  readonly #process: DebuggedProcess;
  readonly #places: SourcePlaces;
  /** Folders of the programs. */
  readonly #folders: readonly string[];
  readonly #listener: LiveListener;
  #settle: ((event: LiveEvent) => void) | undefined;
  /** The run's `DebugControl`, as the inspector calls it. */
  #control = '';
  #frames: readonly Debugger.CallFrame[] = [];
  /** Between the halt before a callback and its first statement. */
  #entering = false;
  #stepping = false;
  /** Whether the output of programs is only a repetition. */
  silent = true;
  /** Address of its inspector. */
  url: string | undefined;
  #marks = 0;

  constructor(job: DebugJob, recorded: RecordedConfig, listener: LiveListener) {
    this.#places = new SourcePlaces(recorded.config.system.programs.map(({ file }) => file));
    this.#folders = programFolders(recorded);
    this.#listener = listener;
    this.door = new PythonDoor(job.pythonDoor, (text) => listener.printed(text, 'stdout'));
    this.#process = new DebuggedProcess(job, recorded, this);
  }

  /** The first halt, or how it ended before. */
  begun(): Promise<LiveEvent> {
    return this.#next();
  }

  /** Where pdb connects. */
  readonly door: PythonDoor;
  /** Whether it stands before a callback in Python. */
  atPython = false;

  /** Frames of the current halt, the innermost first. */
  get frames(): readonly Debugger.CallFrame[] {
    return this.#frames;
  }

  get places(): SourcePlaces {
    return this.#places;
  }

  /** Sets where the run halts next, however it is resumed. */
  async aim(target: number, after = 0): Promise<void> {
    await this.#call('function (target, after) { this.target = target; this.after = after; }', [
      { value: target },
      { value: after },
    ]);
  }

  /** Continues to the target of {@link aim}. */
  goOn(): Promise<LiveEvent> {
    return this.#let('Debugger.resume');
  }

  /** One step within the user's code; it ends after the callback at the latest. */
  async step(how: 'over' | 'into' | 'out', target: number, callback: number): Promise<LiveEvent> {
    await this.aim(target, callback);
    this.#stepping = true;
    return this.#let(`Debugger.step${how[0]!.toUpperCase()}${how.slice(1)}`);
  }

  request<Result>(method: string, params: object): Promise<Result> {
    return this.#process.request<Result>(method, params);
  }

  /** Calls a method of the run's control, whose result is a string or nothing. */
  async ask(method: string, ...values: readonly Runtime.CallArgument[]): Promise<string> {
    const { value } = await this.#call(`function (...v) { return this.${method}(...v); }`, values);
    return typeof value === 'string' ? value : '';
  }

  kill(): Promise<void> {
    this.door.close();
    return this.#process.kill();
  }

  paused(event: Debugger.PausedEventDataType): void {
    this.#halted(event).catch((error: unknown) => {
      // A front end has resumed the run in the meantime.
      if (this.#settle === undefined) return;
      this.#come({ kind: 'failed', errors: [unexpected(error)] });
    });
  }

  resumed(): void {
    this.#frames = [];
  }

  scriptParsed(event: Debugger.ScriptParsedEventDataType): void {
    this.#places.add(event);
  }

  reported(report: DebugReport): void {
    if (report.kind === 'opened') this.#begin(report.url).catch(() => {});
    else if (report.kind === 'progress') this.#listener.progressed(report);
    else this.#come(report);
  }

  printed(text: string, stream: 'stdout' | 'stderr'): void {
    if (!this.silent) this.#listener.printed(text, stream);
  }

  died(code: number | null, signal: string | null): void {
    this.#come({ kind: 'died', code, signal });
  }

  async #begin(url: string): Promise<void> {
    await this.request('Debugger.enable', {});
    await this.request('Debugger.setBlackboxPatterns', { patterns: this.#places.hidden });
    this.url = url;
    this.#listener.opened(url);
    this.#process.start();
  }

  #next(): Promise<LiveEvent> {
    return new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  #let(method: string): Promise<LiveEvent> {
    const next = this.#next();
    // A front end may already have resumed it.
    if (this.#frames.length === 0) return next;
    this.request(method, {}).catch((error: unknown) =>
      this.#come({ kind: 'failed', errors: [unexpected(error)] }),
    );
    return next;
  }

  #come(event: LiveEvent): void {
    this.#entering = false;
    this.#stepping = false;
    const settle = this.#settle;
    this.#settle = undefined;
    if (settle === undefined) this.#listener.surprised(event);
    else settle(event);
  }

  async #halted({ callFrames }: Debugger.PausedEventDataType): Promise<void> {
    const top = callFrames[0]!;
    const { scriptId } = top.location;
    if (this.#places.isHalt(scriptId)) return this.#haltedItself(top, callFrames);
    // Front ends may make the debugger stop in code that it should have stepped over.
    if (!this.#places.isUsers(scriptId) && (this.#entering || this.#stepping)) {
      return this.request('Debugger.stepInto', {});
    }
    const inside = this.#entering ? 'entry' : this.#stepping ? 'step' : 'front-end';
    if (this.#entering) await this.#call('function () { this.after = 0; }', []);
    await this.#stop(callFrames, inside);
  }

  /** The run is in `halt()`, called before or after a callback. */
  async #haltedItself(
    top: Debugger.CallFrame,
    frames: readonly Debugger.CallFrame[],
  ): Promise<void> {
    if (this.#control === '') {
      const { callFrameId } = top;
      const found = await this.request<{ result: Runtime.RemoteObject }>(
        'Debugger.evaluateOnCallFrame',
        { callFrameId, expression: 'control' },
      );
      this.#control = found.result.objectId!;
    }
    const position = JSON.parse(await this.ask('position')) as DebugPosition;
    if (position.phase === 'after') return this.#stop(frames, this.#entering ? 'passed' : 'end');
    if (!this.#entering) {
      const divergence = await this.ask('divergence');
      if (divergence !== '') {
        return this.#come({ kind: 'diverged', divergence: JSON.parse(divergence) as Divergence });
      }
      this.#stepping = false;
      // Node's inspector cannot step into it.
      if (position.python !== undefined) return this.#stop(frames, 'entry');
      this.#entering = true;
      // It may be a callback without user code.
      await this.#call('function (n) { this.after = n; }', [{ value: position.callback }]);
    }
    await this.request('Debugger.stepInto', {});
  }

  async #stop(frames: readonly Debugger.CallFrame[], inside: Halt['inside']): Promise<void> {
    const position = JSON.parse(await this.ask('position')) as DebugPosition;
    const top = frames[0]!;
    const isOwn = this.#places.isHalt(top.location.scriptId);
    this.#frames = frames;
    this.atPython = isOwn && inside === 'entry';
    await this.#passOutput();
    this.#come({
      kind: 'halt',
      ...position,
      inside,
      ...(isOwn ? pythonCode(inside, position, this.#folders) : this.#codeOf(top)),
    });
  }

  #codeOf({ location, functionName }: Debugger.CallFrame): Pick<Halt, 'place' | 'function'> {
    return { place: this.#places.placeOf(location), function: functionName };
  }

  /** Returns when everything that was printed up to here has been passed on. */
  async #passOutput(): Promise<void> {
    const mark = ++this.#marks;
    const passed = this.#process.printedUntil(mark);
    await this.ask('mark', { value: mark });
    await passed;
  }

  async #call(
    functionDeclaration: string,
    values: readonly Runtime.CallArgument[],
  ): Promise<Runtime.RemoteObject> {
    const { result } = await this.request<{ result: Runtime.RemoteObject }>(
      'Runtime.callFunctionOn',
      { objectId: this.#control, functionDeclaration, arguments: values, silent: true },
    );
    return result;
  }
}

/** The code of a callback in Python that is about to run; nothing, if it is over or has none. */
function pythonCode(
  inside: Halt['inside'],
  { python }: DebugPosition,
  folders: readonly string[],
): Pick<Halt, 'place' | 'function'> {
  if (inside !== 'entry' || python === undefined) return { place: undefined, function: '' };
  const { file, line, function: name } = python;
  const found = folders.map((folder) => join(folder, file)).find((path) => existsSync(path));
  return { place: { file: found ?? file, line, column: 1 }, function: name };
}

function unexpected(error: unknown) {
  return { code: 'ORR_UNEXPECTED', message: String(error), place: {}, stack: undefined };
}
