import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { OrreryError } from '../errors/index.js';
import type { TracedCallback } from '../record/index.js';
import { changedInputs, readRunConfig } from '../record/index.js';
import { type Break, breakOf, breakText } from './breaks.js';
import { inputGone, notInPython, unknownName } from './debug_errors.js';
import { checkDebugOptions, type DebugOptions } from './debug_options.js';
import type { DebugStop, SourcePlace } from './debug_stop.js';
import { type Evaluation, Evaluator, type Variable } from './evaluator.js';
import { InspectorDoor } from './inspector_door.js';
import { type PythonAnswer, ReExecution, type ReExecutionParts } from './re_execution.js';
import { type CauseStep, RunHistory, type WrittenMessage } from './run_history.js';

/** A point of a run: a callback by its number, or the first at or after a time. */
export type DebugTarget =
  | { readonly callback: number }
  | {
      /** ns since the epoch. */
      readonly time: bigint;
      /** Only callbacks of this node; its full name. */
      readonly node?: string;
    };

/**
 * Opens a recorded run for debugging. Nothing is executed before the first move.
 *
 * @param directory - the directory that `orrery run` left behind
 * @throws OrreryError `ORR_RUN_DIRECTORY`, `ORR_RUN_CONFIG`, `ORR_DEBUG_INPUT`, `ORR_DEBUG_PORT`,
 *   `ORR_BAG_…` for a trace or recording that cannot be read
 */
export async function openDebugSession(
  directory: string,
  options: DebugOptions = {},
): Promise<DebugSession> {
  checkDebugOptions(options);
  const path = resolve(directory);
  const recorded = readRunConfig(path);
  const inputs = changedInputs(recorded.inputs);
  const gone = inputs.find((input) => input.gone);
  if (gone !== undefined) throw inputGone(gone.file);
  if (!existsSync(recorded.workingDirectory)) throw inputGone(recorded.workingDirectory);
  const history = await RunHistory.open(path);
  const { host, port } = options.inspect ?? { host: '127.0.0.1', port: 0 };
  try {
    const door = await InspectorDoor.open(host, port);
    const changed = inputs.map(({ file }) => file);
    return new DebugSession({ path, recorded, history, door, changed }, options);
  } catch (error) {
    history.close();
    throw error;
  }
}

const NOTHING_KNOWN = { from: 0, hit: 0 };

/** A recorded run that is re-executed, forwards and backwards, to any of its callbacks. */
export class DebugSession {
  /** Files that the run read and that have changed since. */
  readonly changed: readonly string[];
  readonly history: RunHistory;
  readonly #door: InspectorDoor;
  readonly #execution: ReExecution;
  readonly #breaks: Break[] = [];
  /** The first break after any callback from `from` on and before `hit`. */
  #known = NOTHING_KNOWN;

  /** Use {@link openDebugSession}. */
  constructor(parts: ReExecutionParts, options: DebugOptions) {
    this.changed = parts.changed;
    this.history = parts.history;
    this.#door = parts.door;
    this.#execution = new ReExecution(parts, options);
    this.#execution.following = (callback) => this.#hitAfter(callback);
  }

  /** The current stop; undefined before the first move. */
  get stop(): DebugStop | undefined {
    return this.#execution.stop;
  }

  /** Address of the inspector, for front ends. Its port stays the same. */
  get inspectorUrl(): string {
    return this.#door.url;
  }

  /** Whether an evaluation may have changed what the run does from here on. */
  get touched(): boolean {
    return this.#execution.touched;
  }

  /**
   * Goes to a callback, before its first statement; the end of the run follows the last one.
   *
   * @throws OrreryError `ORR_DEBUG_TARGET` if there is none, `ORR_DEBUG_DIVERGED`,
   *   `ORR_DEBUG_ENDED`
   */
  to(target: DebugTarget): Promise<DebugStop> {
    return this.#execution.goTo(this.#numberOf(target), 'target');
  }

  /**
   * Goes to the first break at that point or after it; to the end if there is none.
   *
   * @throws OrreryError as {@link to}
   */
  toBreak(target: DebugTarget): Promise<DebugStop> {
    const hit = this.#hitAfter(this.#numberOf(target) - 1);
    return this.#execution.goTo(hit, hit === this.#execution.last ? 'target' : 'break');
  }

  /** Moves forward by a number of callbacks; with a node, of callbacks of that node. */
  next(count = 1, node?: string): Promise<DebugStop> {
    const { last } = this.#execution;
    let { number } = this.#execution;
    if (node === undefined) return this.#execution.goTo(number + count, 'target');
    this.#requireNode(node);
    for (let i = 0; i < count && number < last; i++) {
      number = this.history.nextHit(number, [{ node }]) ?? last;
    }
    return this.#execution.goTo(number, 'target');
  }

  /**
   * Moves back by a number of callbacks, with a re-execution; from inside a callback, first to its
   * own start.
   */
  back(count = 1): Promise<DebugStop> {
    const { stop, number } = this.#execution;
    const isInside = stop?.phase === 'inside' || stop?.phase === 'after';
    return this.#execution.goTo(Math.max(1, number - count + (isInside ? 1 : 0)), 'target');
  }

  /** Continues to the next break, or to the end. */
  continue(): Promise<DebugStop> {
    const hit = this.#hitAfter(this.#execution.number);
    return this.#execution.goTo(hit, hit === this.#execution.last ? 'target' : 'break');
  }

  /** Goes back to the previous break, or to the first callback. */
  reverseContinue(): Promise<DebugStop> {
    const hit = this.history.previousHit(this.#execution.number, this.#breaks);
    return this.#execution.goTo(hit ?? 1, hit === undefined ? 'target' : 'break');
  }

  /**
   * From now on, stops at callbacks that publish on or take from this topic, or that belong to this
   * node.
   *
   * @throws OrreryError `ORR_DEBUG_NAME`
   */
  async break(name: string): Promise<void> {
    this.#breaks.push(breakOf(name, this.history));
    this.#known = NOTHING_KNOWN;
    await this.#execution.aimAgain();
  }

  /** The topics and nodes with breaks. */
  get breaks(): readonly string[] {
    return this.#breaks.map(breakText);
  }

  /** Removes all breaks, or that one. */
  async clear(name?: string): Promise<void> {
    const kept = this.#breaks.filter((each) => name !== undefined && breakText(each) !== name);
    this.#breaks.splice(0, this.#breaks.length, ...kept);
    this.#known = NOTHING_KNOWN;
    await this.#execution.aimAgain();
  }

  /** One step of the user's code; it ends after the callback at the latest. */
  step(how: 'over' | 'into' | 'out' = 'over'): Promise<DebugStop> {
    return this.#execution.step(how);
  }

  /**
   * Gives a command to pdb, Python's debugger; without a command, opens pdb at the first statement of the Python
   * callback that is about to run. Virtual time stands still until pdb has left the callback.
   *
   * @returns the output of pdb, and where the run stands once pdb has left the callback
   * @throws OrreryError `ORR_DEBUG_NO_STOP`
   */
  pdb(command?: string): Promise<PythonAnswer> {
    if (command === undefined) return this.#execution.openPython();
    const answer = this.#execution.askPython(command);
    if (answer === undefined) throw notInPython();
    return answer;
  }

  /** Whether pdb waits for a command. */
  get inPdb(): boolean {
    return this.#execution.inPython;
  }

  /** Runs to the end of this callback, which has then done everything except what it awaits. */
  finish(): Promise<DebugStop> {
    return this.#execution.finish();
  }

  /**
   * The last message that was published on the topic before this callback.
   *
   * @throws OrreryError `ORR_DEBUG_NAME`
   */
  who(topic: string): WrittenMessage | undefined {
    const absolute = topic.startsWith('/') ? topic : `/${topic}`;
    const { topics } = this.history;
    if (!topics.includes(absolute)) throw unknownName('topic', absolute, topics);
    return this.history.lastMessage(absolute, this.#execution.number);
  }

  /** The trace's record of this callback; undefined at the end, and for one that threw. */
  get callback(): TracedCallback | undefined {
    return this.history.callback(this.#execution.number);
  }

  /** Why this callback runs: itself first, then its causes, back to a timer or the start. */
  why(): CauseStep[] {
    const { callback } = this;
    return callback === undefined ? [] : this.history.causes(callback);
  }

  /** The input message of this callback, if it came over a topic. */
  message(): WrittenMessage | undefined {
    const { callback } = this;
    return callback && this.history.input(callback);
  }

  /**
   * The state of a node (default: that of the current callback) from its `simulationState()`,
   * else its public fields; as text, empty if there is nothing to show.
   *
   * @throws OrreryError `ORR_DEBUG_NAME`, `ORR_DEBUG_NO_STOP`
   */
  async state(node = this.stop?.node ?? ''): Promise<string> {
    const { live } = this.#execution;
    this.#requireNode(node);
    return live.ask('state', { value: node });
  }

  /** Evaluates an expression at the current stop. */
  async evaluate(expression: string): Promise<Evaluation> {
    const result = await new Evaluator(this.#execution.lookedInto).evaluate(expression);
    this.#execution.touched ||= result.hadSideEffects;
    return result;
  }

  /** The variables that are visible to the code that runs next. */
  async variables(): Promise<Variable[]> {
    return new Evaluator(this.#execution.lookedInto).variables();
  }

  /** The user's part of the stack, the innermost first. */
  where(): { readonly function: string; readonly place: SourcePlace | undefined }[] {
    const { frames, places } = this.#execution.live;
    return frames
      .filter(({ location }) => places.isUsers(location.scriptId))
      .map(({ functionName, location }) => ({
        function: functionName,
        place: places.placeOf(location),
      }));
  }

  /** Ends the re-execution and removes everything that it created. */
  async close(): Promise<void> {
    await this.#execution.close();
    this.#door.close();
    this.history.close();
  }

  /** Called at every stop; the trace is searched only if the answer may have changed. */
  #hitAfter(callback: number): number {
    const { last } = this.#execution;
    if (this.#breaks.length === 0) return last;
    const { from, hit } = this.#known;
    if (callback >= from && callback < hit) return hit;
    const found = this.history.nextHit(callback, this.#breaks) ?? last;
    this.#known = { from: callback, hit: found };
    return found;
  }

  #requireNode(node: string): void {
    const { nodes } = this.history;
    if (!nodes.includes(node)) throw unknownName('node', node, nodes);
  }

  #numberOf(target: DebugTarget): number {
    const { last } = this.#execution;
    if ('callback' in target) {
      const { callback } = target;
      if (Number.isInteger(callback) && callback >= 1 && callback <= last) return callback;
      throw new OrreryError(
        'ORR_DEBUG_TARGET',
        `The run has no callback #${callback}; it has #1 to #${last - 1}.`,
      );
    }
    if (target.node !== undefined) this.#requireNode(target.node);
    return this.history.firstAt(target.time, target.node) ?? last;
  }
}
