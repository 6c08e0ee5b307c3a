import Module, { builtinModules, syncBuiltinESMExports } from 'node:module';
import util from 'node:util';
import { keepGuard } from './install_guard.js';
import { KnownObjects, type Root } from './known_objects.js';
import type { LeakKind } from './leaks.js';
import { namesOfScripts } from './names_of_scripts.js';
import { hasWarnedForGood } from './note_warning.js';
import { takeOpenFiles } from './open_files.js';
import type { Lasting } from './patches.js';
import { real } from './real.js';
import { SettingsOfNode, UNREAD } from './settings_of_node.js';

/** Modules that change Node when they are loaded, or keep what programs do with them where nobody sees it. */
const LOADED_LATE: ReadonlySet<string> = new Set([
  ...['domain', 'repl', 'sys', 'test', 'test/reporters'],
  // Later versions say once that it is deprecated, which the program that loads it is to hear.
  ...(Number.parseInt(process.versions.node, 10) > 20 ? ['punycode'] : []),
]);
/** Modules that some versions do not list. */
const UNLISTED = ['sqlite', 'wasi'];
/** Modules that belong to others of this list, or to nobody. */
const INSIDE = /^(_|internal|v8\/tools|node-inspect)/;
/** What may go on after a run, or stay with the thread, although nothing shows it. */
const LASTING_LEAKS: ReadonlySet<LeakKind> = new Set<LeakKind>([
  ...(['channel', 'engine-state', 'file-watch', 'native-code', 'network'] as const),
  ...(['process', 'realm', 'worker'] as const),
]);
/** What Node puts around modules: after any change it loads them in another way. */
const WRAPPER = 'module.wrapper';
/** Turns of the event loop in which what a run has closed is gone. */
const CLOSING_TURNS = 3;
/** How often it is looked whether all that was printed has been taken, 1 ms apart. */
const MOST_LOOKS = 500;

const inside = Module as typeof Module & { readonly _cache: object; readonly wrapper: object };

/**
 * What a thread is like before the first run in it, so that the next run finds the same after each. What programs
 * put on globals, built-in modules and prototypes is taken away, and settings of Node are as they were; what cannot be
 * put back is said, and the next run then needs another thread.
 */
export class ThreadState {
  readonly #objects: KnownObjects;
  readonly #settings: SettingsOfNode;
  /** Names of Node's own modules, as they are loaded. */
  readonly #loadList: readonly string[];
  #loaded: number;
  readonly #active: number;
  /** How many names scripts had declared for each other. */
  readonly #scriptNames = namesOfScripts().length;
  /** Names of those whose exports ES modules import. */
  readonly #modules: ReadonlySet<string>;

  /** @param modules - what programs get from Orrery, in place of packages and otherwise, by name */
  constructor(modules: Readonly<Record<string, object>>) {
    const builtins = loadBuiltins();
    // With the pool of `fetch`, which could else not be told from one that a program puts in its place.
    for (const holder of [globalThis, ...Object.values(builtins)]) readLate(holder);
    this.#modules = new Set(Object.keys(builtins));
    const holders = { ...builtins, global: globalThis, process };
    this.#settings = new SettingsOfNode({ ...holders, 'process.report': process.report ?? {} });
    this.#loadList = Reflect.get(process, 'moduleLoadList') as string[];
    this.#loaded = this.#loadList.length;
    this.#active = activeResources().length;
    const { env, stdout, stderr } = process;
    const given = { process, console, performance, 'process.env': env };
    // `inspect` is given to whatever says itself how it is printed.
    const own = { module: Module, [WRAPPER]: inside.wrapper, 'util.inspect': util.inspect };
    const near = { ...given, stdout, stderr, ...modules, ...own, ...valuesOfGetters(globalThis) };
    const left = [
      ...[this.#loadList, inside._cache, Reflect.get(globalThis, Symbol.for('orrery.loader'))],
      Reflect.get(builtins.worker_threads!, 'parentPort'),
    ];
    // What programs find in their place, which stays with the thread, too.
    const [guards, farGuards] = rootsOf(keepGuard(), new Set(Object.values(builtins)));
    const roots = [['', globalThis] as const, ...Object.entries(near), ...guards];
    const far = [...Object.entries(builtins), ...farGuards];
    this.#objects = new KnownObjects(roots, far, new Set(left));
  }

  /**
   * Puts the thread back after a run.
   *
   * @param leaks - what of the run was not virtual
   * @param hadModules - whether programs have asked for modules of Node's; the others need not be looked through
   * @returns why no other run may be made here; undefined if one may
   */
  async mend(
    leaks: readonly { readonly kind: string }[],
    hadModules: boolean,
  ): Promise<string | undefined> {
    for (let turn = 0; turn < CLOSING_TURNS; turn++) {
      await new Promise((resolve) => real.setImmediate(resolve));
    }
    for (const output of [process.stdout, process.stderr]) await printed(output);
    const settings = this.#settings.mend();
    const { changed, lasting: objects } = this.#objects.mend(hadModules);
    if (changed.some((name) => this.#modules.has(name))) syncBuiltinESMExports();
    const lasting = [...settings, ...objects, ...changed.filter((name) => name === WRAPPER)];
    if (lasting.length > 0) return `${lasting.join(', ')} cannot be put back`;
    const lastingLeak = leaks.find(({ kind }) => LASTING_LEAKS.has(kind as LeakKind));
    if (lastingLeak !== undefined) return `a program has used what may last (${lastingLeak.kind})`;
    if (hasWarnedForGood()) return 'Node has given a warning that it gives once';
    const declared = namesOfScripts().slice(this.#scriptNames);
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

  /** A module of Node's that was loaded since the last look, and that nothing is known of. */
  #loadedSince(): string | undefined {
    const fresh = this.#loadList.slice(this.#loaded);
    this.#loaded = this.#loadList.length;
    const names = fresh.map((each) => each.replace('NativeModule ', ''));
    return names.find((name) => LOADED_LATE.has(name) || builtinModules.includes(name));
  }
}

/** What a guard puts in place: what every program has, and what only modules have, which programs have to ask for. */
function rootsOf(lasting: readonly Lasting[], modules: ReadonlySet<object>): [Root[], Root[]] {
  const [near, far]: [Root[], Root[]] = [[], []];
  for (const { target, key, during, values } of lasting) {
    const roots = modules.has(target) ? far : near;
    for (const each of [...values, during.get, during.set]) {
      // A proxy is what stands behind it, which is compared itself.
      if (!util.types.isProxy(each)) roots.push([`guard.${String(key)}`, each]);
    }
  }
  return [near, far];
}

/** Node puts some values in place when they are first read, and once only. */
function readLate(holder: object): void {
  if (holder === process) return;
  for (const [name, { configurable, get, set }] of Object.entries(
    Object.getOwnPropertyDescriptors(holder),
  )) {
    if (configurable && get && set && !UNREAD.test(name)) Reflect.get(holder, name);
  }
}

/** What Node computes when it is read. */
function valuesOfGetters(holder: object): Record<string, unknown> {
  const descriptors = Object.entries(Object.getOwnPropertyDescriptors(holder));
  const getters = descriptors.filter(([name, { get }]) => get !== undefined && !UNREAD.test(name));
  return Object.fromEntries(getters.map(([name]) => [name, Reflect.get(holder, name)]));
}

/**
 * Waits until the main thread has what was printed: what the stream is to do then, it keeps in a property of its own, which
 * would be put back. Not for ever, for a program may hold its output back.
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
      // Not in threads.
    }
  }
  process.emitWarning = emitWarning;
  return modules;
}
