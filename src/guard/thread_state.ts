import Module, { builtinModules, syncBuiltinESMExports } from 'node:module';
import util from 'node:util';
import { fixedByPrograms, keepGuard } from './install_guard.js';
import { KnownObjects, type Root } from './known_objects.js';
import type { LeakKind } from './leaks.js';
import type { Asked } from './loader/loaded_files.js';
import { namesOfScripts } from './names_of_scripts.js';
import { hasWarnedForGood } from './note_warning.js';
import { takeOpenFiles } from './open_files.js';
import type { Lasting } from './patches.js';
import { real } from './real.js';
import { SettingsOfNode, UNREAD } from './settings_of_node.js';

/** Modules that change Node when they are loaded, or that keep hidden state of programs. */
const LOADED_LATE: ReadonlySet<string> = new Set([
  ...['domain', 'repl', 'sys', 'test', 'test/reporters'],
  // Later versions print once that it is deprecated, which the program that loads it should see.
  ...(Number.parseInt(process.versions.node, 10) > 20 ? ['punycode'] : []),
]);
/** Modules that some versions do not list. */
const UNLISTED = ['sqlite', 'wasi'];
/** Modules that are parts of others in the list, or internal. */
const INSIDE = /^(_|internal|v8\/tools|node-inspect)/;
/** Leaks after which something may continue past the run, or stay with the thread, without being visible. */
const LASTING_LEAKS: ReadonlySet<LeakKind> = new Set<LeakKind>([
  ...(['channel', 'engine-state', 'file-watch', 'native-code', 'network'] as const),
  ...(['process', 'realm', 'worker'] as const),
]);
/** The wrapper that Node puts around modules: after any change to it, Node loads modules in a different way. */
const WRAPPER = 'module.wrapper';
/** Turns of the event loop after which everything that a run has closed is gone. */
const CLOSING_TURNS = 3;
/** How often to check, 1 ms apart, whether all printed output has been taken. */
const MOST_LOOKS = 500;

const inside = Module as typeof Module & { readonly _cache: object; readonly wrapper: object };

/**
 * The state of a thread before its first run, restored after each run. Whatever programs added to globals, built-in
 * modules and prototypes is removed, and Node's settings are restored; if something cannot be restored, this is
 * reported, and the next run needs another thread.
 */
export class ThreadState {
  readonly #objects: KnownObjects;
  readonly #settings: SettingsOfNode;
  /** Names of Node's own modules, as they are loaded. */
  readonly #loadList: readonly string[];
  #loaded: number;
  readonly #active: number;
  /** How many names scripts had declared in their shared scope. */
  readonly #scriptNames = namesOfScripts().length;
  /** Names of the modules whose exports ES modules import. */
  readonly #modules: ReadonlySet<string>;

  /** @param modules - modules that programs get from Orrery, in place of packages or otherwise, by name */
  constructor(modules: Readonly<Record<string, object>>) {
    const builtins = loadBuiltins();
    // Includes the pool of `fetch`, which could otherwise not be told from one that a program installs.
    for (const holder of [globalThis, ...Object.values(builtins)]) readLate(holder);
    this.#modules = new Set(Object.keys(builtins));
    const holders = { ...builtins, global: globalThis, process };
    this.#settings = new SettingsOfNode({ ...holders, 'process.report': process.report ?? {} });
    this.#loadList = Reflect.get(process, 'moduleLoadList') as string[];
    this.#loaded = this.#loadList.length;
    this.#active = activeResources().length;
    const { env, stdout, stderr } = process;
    const given = { process, console, performance, 'process.env': env };
    // Objects that define how they are printed receive `inspect`.
    const own = { module: Module, [WRAPPER]: inside.wrapper, 'util.inspect': util.inspect };
    const near = { ...given, stdout, stderr, ...modules, ...own, ...valuesOfGetters(globalThis) };
    const left = [
      ...[this.#loadList, inside._cache, Reflect.get(globalThis, Symbol.for('orrery.loader'))],
      Reflect.get(builtins.worker_threads!, 'parentPort'),
    ];
    // The replacements that programs find instead, which also stay with the thread.
    const requested = new Set(Object.values(builtins));
    // Some are also what every program has.
    for (const each of Object.values(near)) requested.delete(each as object);
    const [guards, farGuards] = rootsOf(keepGuard(), requested);
    const roots = [['', globalThis] as const, ...Object.entries(near), ...guards];
    const far = [...Object.entries(builtins), ...farGuards];
    this.#objects = new KnownObjects(roots, far, new Set(left));
  }

  /**
   * Restores the thread after a run.
   *
   * @param leaks - what was not virtual in the run
   * @param asked - what programs asked for; what others cannot change need not be checked
   * @returns why this thread must make no further run; undefined if it may
   */
  async mend(
    leaks: readonly { readonly kind: string }[],
    asked: Asked,
  ): Promise<string | undefined> {
    for (let turn = 0; turn < CLOSING_TURNS; turn++) {
      await new Promise((resolve) => real.setImmediate(resolve));
    }
    for (const output of [process.stdout, process.stderr]) await printed(output);
    const settings = this.#settings.mend();
    const { changed, lasting: objects } = this.#objects.mend(asked);
    if (changed.some((name) => this.#modules.has(name))) syncBuiltinESMExports();
    const fixed = fixedByPrograms().map(String);
    const lasting = [
      ...fixed,
      ...settings,
      ...objects,
      ...changed.filter((name) => name === WRAPPER),
    ];
    if (lasting.length > 0) return `${lasting.join(', ')} cannot be put back`;
    const lastingLeak = leaks.find(({ kind }) => LASTING_LEAKS.has(kind as LeakKind));
    if (lastingLeak !== undefined) return `a program has used what may last (${lastingLeak.kind})`;
    if (hasWarnedForGood()) return 'Node has given a warning that it gives once';
    // Only `node:vm` and its like run scripts.
    const declared = asked.modules ? namesOfScripts().slice(this.#scriptNames) : [];
    if (declared.length > 0) return `a script has declared ${declared.join(', ')} for all others`;
    const files = takeOpenFiles();
    if (files > 0) return `${files} files were left open`;
    const late = this.#loadedSince();
    if (late !== undefined) return `node:${late} was loaded`;
    if (!process.stdout.writable || !process.stderr.writable) return 'its output was ended';
    const active = activeResources();
    if (active.length > this.#active) return `something goes on: ${active.join(', ')}`;
    return undefined;
  }

  /** One of Node's modules that was loaded since the last check and is unknown here. */
  #loadedSince(): string | undefined {
    const fresh = this.#loadList.slice(this.#loaded);
    this.#loaded = this.#loadList.length;
    const names = fresh.map((each) => each.replace('NativeModule ', ''));
    return names.find((name) => LOADED_LATE.has(name) || builtinModules.includes(name));
  }
}

/**
 * The objects that a guard puts in place: those that every program has, and those of modules that
 * programs must request.
 */
function rootsOf(lasting: readonly Lasting[], modules: ReadonlySet<object>): [Root[], Root[]] {
  const [near, far]: [Root[], Root[]] = [[], []];
  for (const { target, key, during, values } of lasting) {
    const roots = modules.has(target) ? far : near;
    for (const each of [...values, during.get, during.set]) {
      // The target of a proxy is compared instead of the proxy.
      if (!util.types.isProxy(each)) roots.push([`guard.${String(key)}`, each]);
    }
  }
  return [near, far];
}

/** Reads values that Node creates when they are first read, and only once. */
function readLate(holder: object): void {
  if (holder === process) return;
  for (const [name, { configurable, get, set }] of Object.entries(
    Object.getOwnPropertyDescriptors(holder),
  )) {
    if (configurable && get && set && !UNREAD.test(name)) Reflect.get(holder, name);
  }
}

/** The values that Node computes when they are read. */
function valuesOfGetters(holder: object): Record<string, unknown> {
  const descriptors = Object.entries(Object.getOwnPropertyDescriptors(holder));
  const getters = descriptors.filter(([name, { get }]) => get !== undefined && !UNREAD.test(name));
  return Object.fromEntries(getters.map(([name]) => [name, Reflect.get(holder, name)]));
}

/**
 * Waits until the main thread has received everything printed: until then, the stream keeps its pending callback in a
 * property of its own, which would be reset. The wait is limited, because a program may hold its output back.
 */
async function printed(output: NodeJS.WriteStream): Promise<void> {
  for (let look = 0; output.writableLength > 0 && look < MOST_LOOKS; look++) {
    await new Promise((resolve) => real.setTimeout(resolve, 1));
  }
}

function activeResources(): string[] {
  return real.activeResources.call(process);
}

/** Loading an experimental module prints a warning, even where no program uses it. */
function loadBuiltins(): Record<string, object> {
  const load = real.createRequire(import.meta.url);
  const { emitWarning } = process;
  process.emitWarning = () => {};
  const modules: Record<string, object> = {};
  for (const listed of [...builtinModules, ...UNLISTED]) {
    const name = listed.replace(/^node:/, '');
    if (INSIDE.test(name) || LOADED_LATE.has(name)) continue;
    try {
      modules[name] = load(`node:${name}`) as object;
    } catch {
      // Not available in threads.
    }
  }
  process.emitWarning = emitWarning;
  return modules;
}
