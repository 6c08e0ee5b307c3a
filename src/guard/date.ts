import type { Patches } from './patches.js';
import { real } from './real.js';
import type { VirtualWorld } from './virtual_world.js';

const NS_PER_MS = 1_000_000;

/** Returns a reader of the virtual Unix time in whole milliseconds (like `Date.now`). */
export function virtualUnixMs(world: VirtualWorld): () => number {
  const floor = Math.floor;
  let startNs = -1n;
  let startMs = 0;
  let startRestNs = 0;
  return () => {
    // Jobs may choose the start after the guard is installed.
    if (world.startNs !== startNs) {
      startNs = world.startNs;
      startMs = Number(startNs / 1_000_000n);
      startRestNs = Number(startNs % 1_000_000n);
    }
    return startMs + floor((startRestNs + world.sinceStartNs()) / NS_PER_MS);
  };
}

/** `Date` whose "now" is virtual. `new Date(0).constructor` leads to it too. */
export function patchDate(patches: Patches, world: VirtualWorld): void {
  const RealDate = real.Date;
  const now = virtualUnixMs(world);
  const construct = Reflect.construct;

  function VirtualDate(...parts: unknown[]): unknown {
    const target = new.target;
    if (target === undefined) return `${new RealDate(now())}`;
    const values = parts.length === 0 ? [now()] : parts;
    if (target !== VirtualDate) return construct(RealDate, values, target);
    // `construct` is five times slower.
    return values.length === 1
      ? new RealDate(values[0] as number)
      : new RealDate(...(values as [number, number]));
  }
  Object.defineProperties(VirtualDate, {
    name: { value: 'Date', configurable: true },
    length: { value: 7, configurable: true },
    prototype: { value: RealDate.prototype, writable: false },
    now: { value: now, writable: true, configurable: true },
    parse: { value: RealDate.parse, writable: true, configurable: true },
    UTC: { value: RealDate.UTC, writable: true, configurable: true },
  });
  Object.defineProperty(now, 'name', { value: 'now' });
  patches.value(RealDate.prototype, 'constructor', VirtualDate);
  patches.value(globalThis, 'Date', VirtualDate);
  nameZoneInEnglish(patches, RealDate.prototype);
}

/** Uses English for the name of the zone, which V8 writes in the machine's language; the zone itself is UTC. */
function nameZoneInEnglish(patches: Patches, prototype: Date): void {
  for (const name of ['toString', 'toTimeString'] as const) {
    const text = prototype[name];
    patches.methods(prototype, {
      [name](this: Date) {
        return text.call(this).replace(/ \(.*\)$/, ' (Coordinated Universal Time)');
      },
    });
  }
}
