import type { Patches } from './patches.js';
import type { VirtualWorld } from './world.js';

/** `console.time`, `timeLog` and `timeEnd` in virtual time. */
export function patchConsoleTime(patches: Patches, world: VirtualWorld): void {
  const startedNs = new Map<string, number>();
  const print = (label: string, rest: unknown[]): boolean => {
    const start = startedNs.get(label);
    if (start === undefined) {
      console.warn(`Warning: No such label '${label}' for console timer`);
      return false;
    }
    console.log(`${label}: ${formatDuration(world.sinceStartNs() - start)}`, ...rest);
    return true;
  };
  patches.methods(console, {
    time(label = 'default') {
      const name = String(label);
      if (!startedNs.has(name)) startedNs.set(name, world.sinceStartNs());
      else console.warn(`Warning: Label '${name}' already exists for console.time()`);
    },
    timeLog(label = 'default', ...rest: unknown[]) {
      print(String(label), rest);
    },
    timeEnd(label = 'default') {
      if (print(String(label), [])) startedNs.delete(String(label));
    },
  });
}

function formatDuration(ns: number): string {
  if (ns < 1e9) return `${Number((ns / 1e6).toFixed(3))}ms`;
  return `${(ns / 1e9).toFixed(3)}s`;
}
