import { createRequire, register } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';

// Both implementations get the same random input and must give the same output. The real package's
// classes are loaded without their native part, which a stub of four functions replaces. Skipped
// where the package `rclnodejs` is not installed.

export type Loose = Record<string, never> & Record<string, unknown>;
export type AnyClass = new (...args: unknown[]) => Loose;

const NATIVE_STUB = `export default {
  createTimePoint: (ns) => ns, getNanoseconds: (ns) => ns,
  createDuration: (ns) => ns, getDurationNanoseconds: (ns) => ns,
};`;

const HOOKS = `export async function resolve(specifier, context, next) {
  if (specifier.endsWith('/native_loader.js')) {
    return { url: ${JSON.stringify(`data:text/javascript,${encodeURIComponent(NATIVE_STUB)}`)}, shortCircuit: true };
  }
  return next(specifier, context);
}`;

function realPackageFolder(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve('rclnodejs/package.json'));
  } catch {
    return undefined;
  }
}

/** Where the real package is; undefined if it is not installed. */
export const folder = realPackageFolder();

/** A module of the real package. */
export async function real<M = Record<string, unknown>>(file: string): Promise<M> {
  return import(pathToFileURL(join(folder as string, 'lib', file)).href);
}

if (folder !== undefined) {
  register(`data:text/javascript,${encodeURIComponent(HOOKS)}`, import.meta.url);
}

/** What a call did: its value, or the error it threw, in a form that compares. */
export function outcome(call: () => unknown): unknown {
  try {
    return { value: call() };
  } catch (error) {
    const { name, message, code } = error as Error & { code?: string };
    return { name, message, code };
  }
}

/** Expects the same outcome from both implementations. */
export const same = (ours: () => unknown, theirs: () => unknown): void => {
  expect(outcome(ours)).toEqual(outcome(theirs));
};
