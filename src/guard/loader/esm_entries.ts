import Module from 'node:module';
import { pathToFileURL } from 'node:url';
import workerThreads, { MessageChannel } from 'node:worker_threads';
import { OWN_FOLDER } from '../../errors/index.js';
import { answerQuestions } from './answer_questions.js';
import type { EsmHookData } from './esm_hook_data.js';
import type { LoadedFiles } from './loaded_files.js';
import type { MappedModules } from './module_hooks.js';
import type { ModuleMap } from './module_map.js';
import { ThreadAnswers } from './thread_answers.js';

const REGISTRY = Symbol.for('orrery.loader');

// Captured at load time: user code gets a different one.
const RealMessageChannel = MessageChannel;

/**
 * Before Node 22.15, the code that asks the hooks keeps these functions as they are when the first hooks are registered: a
 * guard's functions would treat each request of all later runs as a program's.
 */
const KEPT_BY_NODE = [
  { holder: Atomics, name: 'wait' },
  { holder: Atomics, name: 'waitAsync' },
  { holder: workerThreads, name: 'receiveMessageOnPort' },
].map((each) => ({ ...each, real: Reflect.get(each.holder, each.name) as unknown }));

const encode = (value: unknown): string => encodeURIComponent(JSON.stringify(value));

/** Imports ES modules of users, through hooks: those that Node runs in another thread, and answers of this one. */
export class EsmEntries {
  readonly #waiting = new Map<string, () => void>();
  readonly #resolve: ModuleMap;
  readonly #files: LoadedFiles;
  #isRegistered = false;
  #count = 0;

  constructor(resolve: ModuleMap, files: LoadedFiles) {
    [this.#resolve, this.#files] = [resolve, files];
    // The modules that the hooks write look for this function: it exists before the first run, and
    // for all runs.
    const started = (ticket: string) => this.#waiting.get(ticket)?.();
    const value = { modules: resolve, started };
    Object.defineProperty(globalThis, REGISTRY, { value, configurable: true });
  }

  /** Called when a run has ES modules; the first such run starts the hooks. */
  begin(): void {
    // Before Node 22.15, modules are transformed in another thread, which must report to this one.
    process.setSourceMapsEnabled(true);
    if (this.#isRegistered) return;
    this.#isRegistered = true;
    registerHooks(this.#resolve, this.#files);
  }

  /**
   * Imports `specifier`; `onEvaluate` is called when its graph has been read and evaluation begins.
   *
   * @param attributes - such as `{ type: 'json' }`
   */
  async import(
    specifier: string,
    parentUrl: string,
    onEvaluate: () => void,
    attributes?: object,
  ): Promise<unknown> {
    this.begin();
    const ticket = `${++this.#count}`;
    this.#waiting.set(ticket, onEvaluate);
    const target = `orrery:from?${encode([specifier, parentUrl])}`;
    try {
      const namespace = await import(`orrery:entry?${encode([ticket, target, attributes])}`);
      return (namespace as { entry: unknown }).entry;
    } finally {
      this.#waiting.delete(ticket);
    }
  }
}

/** Registers hooks with the real functions in place, because Node keeps references to them. */
function withRealFunctions(register: () => void): void {
  const shown = KEPT_BY_NODE.map(({ holder, name }) => Reflect.get(holder, name) as unknown);
  for (const { holder, name, real } of KEPT_BY_NODE) Reflect.set(holder, name, real);
  register();
  for (const [i, { holder, name }] of KEPT_BY_NODE.entries()) Reflect.set(holder, name, shown[i]);
}

/**
 * Hides from programs that Node listens to this thread's streams on behalf of the hook thread,
 * which prints nothing.
 */
function unseen(start: () => void): void {
  const streams = [process.stdout, process.stderr];
  const before = streams.map((stream) =>
    stream.eventNames().flatMap((e) => stream.rawListeners(e)),
  );
  start();
  for (const [i, stream] of streams.entries()) {
    for (const event of stream.eventNames()) {
      for (const each of stream.rawListeners(event)) {
        if (!before[i]!.includes(each)) stream.off(event, each as () => void);
      }
    }
  }
}

/** Registers the hooks of ES modules, which report every file that they load. */
function registerHooks(map: ModuleMap, files: LoadedFiles): void {
  const { port1, port2 } = new RealMessageChannel();
  const modules = describe(map);
  const data: EsmHookData = { modules, loaded: port2 };
  const transferList = [port2];
  const parentURL = new URL('guard/loader/', OWN_FOLDER);
  const register = () => Module.register('./esm_hook_data.js', { parentURL, data, transferList });
  const answers = new ThreadAnswers(modules, (loaded) => files.hear(loaded));
  withRealFunctions(() =>
    unseen(() => answerQuestions(register, (...question) => answers.answer(...question))),
  );
  files.listen(port1);
}

/** The part of the map that the hook thread, which cannot see objects, needs. */
function describe(map: ModuleMap): MappedModules {
  return Object.fromEntries(
    Object.entries(map).map(([key, target]) => {
      if (typeof target !== 'string') return [key, Object.keys(target)];
      return [key, target.startsWith('file:') ? target : pathToFileURL(target).href];
    }),
  );
}
