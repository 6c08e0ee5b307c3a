import Module from 'node:module';
import { inProcess } from './process_mark.js';

type ModuleCache = Record<string, unknown>;

/** What Node keeps of loaded CommonJS modules. */
const cache = (Module as unknown as { _cache: ModuleCache })._cache;

/**
 * Gives each simulated process its own copy of every user module: CommonJS modules by changing
 * what Node has cached, ES modules by a mark in their URLs.
 */
export class ProcessModules {
  /** Modules of Orrery itself, which all share. */
  readonly #shared = new Set(Object.keys(cache));
  readonly #cached = new Map<string, ModuleCache>();
  readonly #numbers = new Map<string, number>();
  #current: string | undefined;

  /** Modules are those of this process from now on. */
  enter(name: string): void {
    if (name === this.#current) return;
    if (this.#current !== undefined) this.#cached.set(this.#current, this.#takeOut());
    Object.assign(cache, this.#cached.get(name));
    if (!this.#numbers.has(name)) this.#numbers.set(name, this.#numbers.size);
    this.#current = name;
  }

  /** The URL under which the present process imports `url`; the first process needs no mark. */
  mark(url: string): string {
    return inProcess(url, this.#numbers.get(this.#current ?? '') ?? 0);
  }

  #takeOut(): ModuleCache {
    const own: ModuleCache = {};
    for (const [file, module] of Object.entries(cache)) {
      if (this.#shared.has(file)) continue;
      own[file] = module;
      delete cache[file];
    }
    return own;
  }
}
