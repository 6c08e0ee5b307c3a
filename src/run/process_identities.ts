import type { Graph } from '../graph/index.js';
import type { Program } from '../system/index.js';

/**
 * `process.argv` and `process.env` as each simulated process sees them, selected by the program whose code is
 * running.
 */
export class ProcessIdentities {
  readonly #graph: Graph;
  readonly #argv = new Map<string, string[]>();
  readonly #env = new Map<string, NodeJS.ProcessEnv>();
  readonly #own: { readonly argv: string[]; readonly env: NodeJS.ProcessEnv };
  /** The guard's environment, which reports reads of the machine's variables. */
  #guarded: NodeJS.ProcessEnv | undefined;

  constructor(graph: Graph) {
    this.#graph = graph;
    this.#own = { argv: process.argv, env: process.env };
  }

  /**
   * The program of this name is about to be loaded.
   *
   * @param args - the words after the file; undefined: the caller sets `process.argv` itself
   */
  enter(
    name: string,
    args: readonly string[] | undefined,
    { env = {}, unsetEnv = [] }: Pick<Program, 'env' | 'unsetEnv'>,
  ): void {
    const guarded = this.#install();
    if (args !== undefined) this.#argv.set(name, [process.execPath, name, ...args]);
    this.#env.set(name, environmentOver(guarded, env, unsetEnv));
  }

  /** Restores the thread's own identity. */
  dispose(): void {
    if (this.#guarded === undefined) return;
    for (const [name, value] of Object.entries(this.#own)) {
      // A program may have frozen `process`.
      Reflect.defineProperty(process, name, { value, writable: true, configurable: true });
    }
  }

  #install(): NodeJS.ProcessEnv {
    if (this.#guarded !== undefined) return this.#guarded;
    // Read here because the guard, already active, has installed its own.
    const { env } = process;
    this.#guarded = env;
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
    return env;
  }
}

/**
 * The environment `base` with the changes of one process, whose writes stay private to it.
 */
function environmentOver(
  base: NodeJS.ProcessEnv,
  changed: Readonly<Record<string, string>>,
  removed: readonly string[],
): NodeJS.ProcessEnv {
  const gone = new Set<PropertyKey>(removed);
  const isOwn = (own: object, name: PropertyKey) => Object.hasOwn(own, name) || gone.has(name);
  return new Proxy<NodeJS.ProcessEnv>(
    { ...changed },
    {
      get: (own, name) => Reflect.get(isOwn(own, name) ? own : base, name) as unknown,
      has: (own, name) => (isOwn(own, name) ? name in own : name in base),
      set(own, name, value) {
        own[name as string] = String(value);
        return true;
      },
      deleteProperty(own, name) {
        gone.add(name);
        return Reflect.deleteProperty(own, name);
      },
      // As Node's does. Otherwise `own`, which lacks most variables, would be what is frozen.
      preventExtensions: () => false,
      ownKeys(own) {
        const inherited = Reflect.ownKeys(base).filter((name) => !gone.has(name));
        return [...new Set([...inherited, ...Reflect.ownKeys(own)])];
      },
      getOwnPropertyDescriptor(own, name) {
        if (isOwn(own, name)) return Reflect.getOwnPropertyDescriptor(own, name);
        // The target lacks the property, so it must be reported as configurable.
        const found = Reflect.getOwnPropertyDescriptor(base, name);
        return found && { ...found, configurable: true };
      },
    },
  );
}
