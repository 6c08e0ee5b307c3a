import Module from 'node:module';
import { inProcess, processOf } from './in_process.js';

type ModuleCache = Record<string, unknown>;

/** Node's caches of loaded CommonJS modules. */
const cache = (Module as typeof Module & { _cache: ModuleCache })._cache;

/**
 * Gives each simulated process its own copy of every user module: CommonJS modules by changing
 * Node's caches, ES modules by a mark in their URLs.
 */
export class ProcessModules {
  /** Modules of Orrery itself, which all processes share: those that exist when the first process begins. */
  #shared: ReadonlyMap<string, unknown> | undefined;
  readonly #cached = new Map<string, ModuleCache>();
  readonly #numbers = new Map<string, number>();
  /** By module: the process for which it was loaded. */
  readonly #owners = new WeakMap<object, string>();
  #current: string | undefined;
  /** The number of processes of all runs, because an ES module stays in its thread forever. */
  #count = 0;

  /** From now on, modules belong to this process. */
  enter(name: string): void {
    if (name === this.#current) return;
    this.#shared ??= new Map(Object.entries(cache));
    if (this.#current !== undefined) this.#cached.set(this.#current, this.#takeOut());
    Object.assign(cache, this.#cached.get(name));
    if (!this.#numbers.has(name)) this.#numbers.set(name, this.#count++);
    this.#current = name;
  }

  /** The URL under which the current process imports `url`; the first process needs no mark. */
  mark(url: string): string {
    return inProcess(url, this.#numbers.get(this.#current ?? '') ?? 0);
  }

  /** A CommonJS module that is about to be evaluated belongs to the current process. */
  own(module: object): void {
    if (this.#current !== undefined) this.#owners.set(module, this.#current);
  }

  /**
   * Runs something as the process of `module`, which need not be the one that was
   * loaded last: a module may be required for the first time inside a callback.
   */
  asOwnerOf<Result>(module: object | null, action: () => Result): Result {
    return this.#as(module === null ? undefined : this.#owners.get(module), action);
  }

  /** Likewise, as the process that imported the ES module of this URL. */
  asImporterOf<Result>(url: string, action: () => Result): Result {
    const number = processOf(url);
    const owner = [...this.#numbers].find(([, each]) => each === number)?.[0];
    return this.#as(owner, action);
  }

  /** Forgets the processes and their modules; shared modules are restored. */
  forget(): void {
    if (this.#shared === undefined) return;
    this.#takeOut();
    for (const [file, module] of this.#shared) cache[file] = module;
    this.#cached.clear();
    this.#numbers.clear();
    this.#current = undefined;
  }

  #as<Result>(owner: string | undefined, action: () => Result): Result {
    const before = this.#current;
    if (owner === undefined || before === undefined || owner === before) return action();
    this.enter(owner);
    try {
      return action();
    } finally {
      this.enter(before);
    }
  }

  #takeOut(): ModuleCache {
    const own: ModuleCache = {};
    for (const [file, module] of Object.entries(cache)) {
      if (this.#shared?.has(file)) continue;
      own[file] = module;
      delete cache[file];
    }
    return own;
  }
}
