import type { Graph } from '../graph/index.js';

/**
 * `process.argv` and `process.env` as each simulated process sees them: by the program whose code
 * is running.
 */
export class ProcessIdentities {
  readonly #graph: Graph;
  readonly #argv = new Map<string, string[]>();
  readonly #env = new Map<string, NodeJS.ProcessEnv>();
  readonly #own: { readonly argv: string[]; readonly env: NodeJS.ProcessEnv };
  #installed = false;

  constructor(graph: Graph) {
    this.#graph = graph;
    this.#own = { argv: process.argv, env: process.env };
  }

  /**
   * The program of this name is about to be loaded.
   *
   * @param args - what follows the file; undefined: whoever loads it sets `process.argv`
   */
  enter(
    name: string,
    args: readonly string[] | undefined,
    env: Readonly<Record<string, string>> | undefined,
  ): void {
    this.#install();
    if (args !== undefined) this.#argv.set(name, [process.execPath, name, ...args]);
    if (env !== undefined && Object.keys(env).length > 0) {
      this.#env.set(name, { ...this.#own.env, ...env });
    }
  }

  /** The thread's own again. */
  dispose(): void {
    if (!this.#installed) return;
    for (const [name, value] of Object.entries(this.#own)) {
      Object.defineProperty(process, name, { value, writable: true, configurable: true });
    }
  }

  #install(): void {
    if (this.#installed) return;
    this.#installed = true;
    // Taken now: the guard, which is on by then, has put its own in place.
    const { env } = process;
    Object.defineProperty(process, 'argv', {
      configurable: true,
      get: () => this.#argv.get(this.#graph.program) ?? this.#own.argv,
      set: (value: string[]) => this.#argv.set(this.#graph.program, value),
    });
    Object.defineProperty(process, 'env', {
      configurable: true,
      get: () => this.#env.get(this.#graph.program) ?? env,
      set: (value: NodeJS.ProcessEnv) => this.#env.set(this.#graph.program, value),
    });
  }
}
