import type { LeakReporter } from './leaks.js';
import type { Patches } from './patches.js';
import { userFile } from './user_place.js';

/** The environment of a guarded thread. */
export interface VirtualEnvironment {
  /** Variables that user code may read without a report. */
  readonly given: Readonly<Record<string, string>>;
  /** Names of the machine's variables that were withheld from the thread. */
  readonly withheld: readonly string[];
}

/**
 * A `process.env` that reports when user code reads a variable that is set on the machine but was not
 * `given` to the run; likewise for the directory in which the command was called. A read by a
 * package is reported only if it gets a value of the machine.
 */
export function patchEnvironment(
  patches: Patches,
  leaks: LeakReporter,
  environment: () => VirtualEnvironment,
): void {
  patches.before(process, 'cwd', () => {
    if (!isOfPackage()) leaks.report('environment', 'process.cwd');
  });
  patches.eachRun(() => patchVariables(patches, leaks, environment()));
}

function isOfPackage(): boolean {
  return userFile()?.includes('node_modules') ?? false;
}

function patchVariables(
  patches: Patches,
  leaks: LeakReporter,
  { given, withheld }: VirtualEnvironment,
): void {
  const { env } = process;
  for (const [name, value] of Object.entries(given)) patches.value(env, name, value);
  const known = new Set(['TZ', ...Object.keys(given)]);
  const absent = new Set(withheld);
  const reportRead = (name: PropertyKey, value: unknown) => {
    if (typeof name !== 'string' || known.has(name)) return;
    if (value === undefined ? !absent.has(name) || isOfPackage() : !Object.hasOwn(env, name)) {
      return;
    }
    leaks.report('environment', `process.env.${name}`);
  };
  const proxy = new Proxy(env, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      reportRead(name, value);
      return value;
    },
    has(target, name) {
      reportRead(name, Reflect.get(target, name));
      return Reflect.has(target, name);
    },
    set(target, name, value) {
      if (typeof name === 'string') known.add(name);
      return Reflect.set(target, name, value);
    },
    deleteProperty(target, name) {
      if (typeof name === 'string') known.add(name);
      return Reflect.deleteProperty(target, name);
    },
    ownKeys(target) {
      const keys = Reflect.ownKeys(target);
      const isTelling = keys.some((name) => typeof name === 'string' && !known.has(name));
      if (isTelling && !isOfPackage()) leaks.report('environment', 'Object.keys(process.env)');
      return keys;
    },
  });
  patches.value(process, 'env', proxy);
}
