import consoleModule from 'node:console';
import type { Patches } from './patches.js';
import type { VirtualWorld } from './virtual_world.js';

/** `console.time`, `timeLog` and `timeEnd` in virtual time, separately for each console. */
export function patchConsoleTime(patches: Patches, world: VirtualWorld): void {
  let started = new WeakMap<Console, Map<string, number>>();
  patches.eachRun(() => {
    started = new WeakMap();
  });
  const startsOf = (self: Console) => {
    const starts = started.get(self) ?? new Map<string, number>();
    started.set(self, starts);
    return starts;
  };
  const print = (self: Console, label: string, rest: unknown[]): boolean => {
    const start = startsOf(self).get(label);
    if (start === undefined) {
      self.warn(`Warning: No such label '${label}' for console timer`);
      return false;
    }
    self.log(`${label}: ${formatDuration(world.sinceStartNs() - start)}`, ...rest);
    return true;
  };
  const methodsOf = (own: Console | undefined) => ({
    time(this: Console, label = 'default') {
      const name = String(label);
      const starts = startsOf(own ?? this);
      if (!starts.has(name)) starts.set(name, world.sinceStartNs());
      else (own ?? this).warn(`Warning: Label '${name}' already exists for console.time()`);
    },
    timeLog(this: Console, label = 'default', ...rest: unknown[]) {
      print(own ?? this, String(label), rest);
    },
    timeEnd(this: Console, label = 'default') {
      const self = own ?? this;
      if (print(self, String(label), [])) startsOf(self).delete(String(label));
    },
  });
  // The methods of the global console may be called without it.
  patches.methods(console, methodsOf(console));
  patches.methods(consoleModule.Console.prototype, methodsOf(undefined));
}

function formatDuration(ns: number): string {
  if (ns < 1e9) return `${Number((ns / 1e6).toFixed(3))}ms`;
  return `${(ns / 1e9).toFixed(3)}s`;
}
