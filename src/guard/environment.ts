import { type LeakReporter, userPlace } from './leaks.js';
import type { Patches } from './patches.js';

/** Variables that a guarded process should be started with, so that it has nothing to leak. */
export function scrubbedEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const kept = Object.entries(environment).filter(
    ([name, value]) => value !== undefined && /^(PATH|HOME|SystemRoot|TEMP|TMP|TMPDIR)$/.test(name),
  ) as [string, string][];
  return { ...Object.fromEntries(kept), TZ: 'UTC', LC_ALL: 'C.UTF-8' };
}

/**
 * `process.env` that reports when a user file (not a package) reads a variable which is set but
 * was not `given` to the run on purpose; and the directory that the command was called in.
 */
export function patchEnvironment(
  patches: Patches,
  leaks: LeakReporter,
  given: Readonly<Record<string, string>>,
): void {
  const { env } = process;
  const known = new Set(['TZ', ...Object.keys(given)]);
  for (const [name, value] of Object.entries(given)) patches.value(env, name, value);
  const reportUserRead = (what: string) => {
    if (!userPlace()?.file.includes('node_modules')) leaks.report('environment', what);
  };
  patches.before(process, 'cwd', () => reportUserRead('process.cwd'));
  const proxy = new Proxy(env, {
    get(target, name) {
      const value = Reflect.get(target, name) as string | undefined;
      if (typeof name === 'string' && value !== undefined && !known.has(name)) {
        reportUserRead(`process.env.${name}`);
      }
      return value;
    },
    set(target, name, value) {
      if (typeof name === 'string') known.add(name);
      return Reflect.set(target, name, value);
    },
  });
  patches.value(process, 'env', proxy);
}
