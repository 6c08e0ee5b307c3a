import { EventEmitter } from 'node:events';
import os from 'node:os';
import { callerLine } from './caller_line.js';
import { noteWarning } from './note_warning.js';
import type { Patches } from './patches.js';
import { isNodeLine } from './stack_place.js';
import type { VirtualWorld } from './virtual_world.js';

type Listener = (...values: unknown[]) => unknown;
type Method = (event: string | symbol, ...values: unknown[]) => unknown;

/** Events that concern a simulated process, not the thread. */
const EVENTS: ReadonlySet<string | symbol> = new Set([
  ...['beforeExit', 'exit', 'rejectionHandled', 'uncaughtException'],
  ...['uncaughtExceptionMonitor', 'unhandledRejection', ...Object.keys(os.constants.signals)],
]);

/** Methods of `process` that return it. */
const CHAINED = [
  ...['on', 'addListener', 'once', 'prependListener', 'prependOnceListener'],
  ...['off', 'removeListener'],
] as const;
const REMOVING: ReadonlySet<string> = new Set(['off', 'removeListener']);
/**
 * The argument for Node's own listeners of `beforeExit`. Otherwise the listener of node:test, since Node 24,
 * waits for tests that nothing can end any more.
 */
const NOTHING_COMES = true;
const ASKING = ['listeners', 'rawListeners', 'listenerCount'] as const;

/** Thrown after `world.exit` has returned, so that code after `process.exit()` does not run. */
export class ProcessExit extends Error {
  constructor(readonly exitCode: number) {
    super(`process.exit(${exitCode})`);
    this.name = 'ProcessExit';
  }
}

/**
 * The events of `process` that are about a whole process, such as `exit` and signals: each simulated
 * process has listeners of its own, and only these are called.
 */
export class ProcessEvents {
  readonly #emitters = new Map<string, EventEmitter>();
  readonly #exited = new Set<string>();
  /** The function with which a process catches everything it throws, in place of listeners. */
  readonly #captures = new Map<string, (error: unknown) => void>();
  /** Listeners of `beforeExit` that Node itself has added. */
  readonly #ofNode = new WeakSet<object>();
  readonly #world: Pick<VirtualWorld, 'process'>;

  constructor(patches: Patches, world: Pick<VirtualWorld, 'process'>) {
    this.#world = world;
    const before = {
      ...bound(CHAINED),
      ...bound(ASKING),
      ...bound(['emit', 'eventNames', 'removeAllListeners']),
    };
    const own = (name: string): Method => this.#own(name as keyof EventEmitter);
    const methods: Record<string, Method> = {};
    // No spread and no destructuring: programs may replace the iterators behind them, which must be reported at the
    // end, not fail here.
    for (const name of CHAINED) {
      methods[name] = (...given) => {
        const event = given[0];
        if (event === 'beforeExit' && isNodeLine(callerLine()))
          this.#ofNode.add(given[1] as Listener);
        if (EVENTS.has(event)) Reflect.apply(own(name), undefined, given);
        // Listeners added before the guard, for example by Node, are removed where they were added.
        if (!EVENTS.has(event) || REMOVING.has(name))
          Reflect.apply(before[name]!, undefined, given);
        return process;
      };
    }
    for (const name of ASKING) {
      methods[name] = (...given) =>
        Reflect.apply(EVENTS.has(given[0]) ? own(name) : before[name]!, undefined, given);
    }
    // Node itself calls Orrery, which knows whose code it was.
    methods.emit = (...given) => {
      if (given[0] === 'warning') noteWarning(given[1]);
      return EVENTS.has(given[0]) && !isNodeOrNative(callerLine())
        ? this.emit(world.process(), String(given[0]), ...given.slice(1))
        : Reflect.apply(before.emit!, undefined, given);
    };
    methods.eventNames = () => [
      ...(before.eventNames!('') as (string | symbol)[]).filter((event) => !EVENTS.has(event)),
      ...(own('eventNames')('') as (string | symbol)[]),
    ];
    methods.removeAllListeners = (...given) => {
      const event = given[0];
      const isOwn = EVENTS.has(event);
      if (event === undefined || isOwn) Reflect.apply(own('removeAllListeners'), undefined, given);
      if (!isOwn) Reflect.apply(before.removeAllListeners!, undefined, given);
      return process;
    };
    patches.methods(process, { ...methods, ...this.#capturing() });
    patches.eachRun(() => {
      for (const each of [this.#emitters, this.#exited, this.#captures]) each.clear();
      const { exitCode } = process;
      patches.onRestore(() => {
        process.exitCode = exitCode;
      });
    });
  }

  #capturing() {
    // Node's own function rejects anything but a function; it is never given one, which would also catch
    // Orrery's errors.
    const refuse = process.setUncaughtExceptionCaptureCallback.bind(process);
    return {
      setUncaughtExceptionCaptureCallback: (capture: ((error: unknown) => void) | null) => {
        const name = this.#world.process();
        if (typeof capture !== 'function') {
          refuse(capture);
          this.#captures.delete(name);
          return;
        }
        if (this.#captures.has(name)) throw alreadyCaptured();
        this.#captures.set(name, capture);
      },
      hasUncaughtExceptionCaptureCallback: () => this.#captures.has(this.#world.process()),
    };
  }

  /** The function with which this process catches everything it throws. */
  capture(name: string): ((error: unknown) => void) | undefined {
    return this.#captures.get(name);
  }

  /** Calls the listeners of this process; returns whether there were any. */
  emit(name: string, event: string, ...values: unknown[]): boolean {
    // Listeners of `once` remove themselves.
    const listeners = (this.#emitters.get(name)?.rawListeners(event) ?? []) as Listener[];
    for (const listener of listeners) {
      Reflect.apply(listener, process, this.#ofNode.has(listener) ? [NOTHING_COMES] : values);
    }
    return listeners.length > 0;
  }

  listens(name: string, event: string): boolean {
    return (this.#emitters.get(name)?.listenerCount(event) ?? 0) > 0;
  }

  /**
   * Ends a process: calls its listeners of `exit`, once. As in Node, they may change the exit code
   * by `process.exitCode` or `process.exit`.
   *
   * @returns the exit code
   */
  exit(name: string, code: number): number {
    if (this.#exited.has(name)) return code;
    this.#exited.add(name);
    if (code !== 0 || process.exitCode !== undefined) process.exitCode = code;
    try {
      this.emit(name, 'exit', code);
    } catch (error) {
      if (!(error instanceof ProcessExit)) throw error;
      return error.exitCode;
    }
    return Number(process.exitCode ?? code);
  }

  /** Begins a process of this name. */
  begin(name: string): void {
    this.#emitters.delete(name);
    this.#captures.delete(name);
    this.#exited.delete(name);
  }

  #own(method: keyof EventEmitter): Method {
    const name = this.#world.process();
    let emitter = this.#emitters.get(name);
    if (emitter === undefined) {
      emitter = new EventEmitter().setMaxListeners(process.getMaxListeners());
      this.#emitters.set(name, emitter);
    }
    return (emitter[method] as Method).bind(emitter);
  }
}

/** Node's error for a second capture callback. */
function alreadyCaptured(): Error {
  const text =
    '`process.setupUncaughtExceptionCapture()` was called while a capture callback was already active';
  return Object.assign(new Error(text), { code: 'ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET' });
}

function bound(names: readonly string[]): Record<string, Method> {
  return Object.fromEntries(
    names.map((name) => [name, (Reflect.get(process, name) as Method).bind(process)]),
  );
}

/** Native code calls without a line of its own. */
function isNodeOrNative(line: string): boolean {
  return line === '' || isNodeLine(line);
}
