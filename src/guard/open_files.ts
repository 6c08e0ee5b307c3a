import fs from 'node:fs';
import type { AnyFunction } from './holds.js';
import type { Patches } from './patches.js';
import { real } from './real.js';
import { userPlace } from './user_place.js';

/** The files that user code has opened, by descriptor. */
const opened = new Map<number, string>();

/**
 * Records which files user code opens. Otherwise a thread that makes many runs would run out of descriptors once
 * enough programs have left a log open. Install this after all other patches of these functions.
 */
export function watchOpenFiles(patches: Patches): void {
  const openSync = Reflect.get(fs, 'openSync') as AnyFunction;
  const open = Reflect.get(fs, 'open') as AnyFunction;
  patches.methods(fs, {
    openSync(...values: unknown[]) {
      const descriptor = openSync(...values) as number;
      // Orrery's own recordings are opened here too.
      if (userPlace() !== undefined) note(descriptor);
      return descriptor;
    },
    open(...values: unknown[]) {
      const done = values.at(-1);
      if (typeof done !== 'function') return open(...values);
      return open(...values.slice(0, -1), (error: unknown, descriptor?: number) => {
        if (descriptor !== undefined) note(descriptor);
        return (done as AnyFunction)(error, descriptor);
      });
    },
  });
}

/** How many files user code has left open since the last call. Only the end of the thread closes them. */
export function takeOpenFiles(): number {
  const left = [...opened].filter(([descriptor, file]) => identity(descriptor) === file);
  opened.clear();
  return left.length;
}

function note(descriptor: number): void {
  opened.set(descriptor, identity(descriptor) ?? '');
}

/** Identifies the file behind a descriptor; undefined if the descriptor is closed. */
function identity(descriptor: number): string | undefined {
  try {
    const { dev, ino } = real.fs.fstatSync(descriptor);
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}
