import buffer from 'node:buffer';
import { virtualUnixMs } from './date.js';
import type { AnyFunction } from './holds.js';
import type { Patches } from './patches.js';
import type { VirtualWorld } from './virtual_world.js';

/** Objects that Node stamps with the time of their creation: events and files. */
export function patchStamps(patches: Patches, world: VirtualWorld): void {
  const made = new WeakMap<object, number>();
  const now = () => world.sinceStartNs() / 1e6;
  const stamp = <T extends object>(event: T): T => {
    if (!made.has(event)) made.set(event, now());
    return event;
  };
  for (const name of ['Event', 'CustomEvent'] as const) {
    // A class has no call signature; a call without `new` throws the engine's TypeError.
    const real = globalThis[name] as unknown as AnyFunction | undefined;
    if (real === undefined) continue;
    patches.value(
      globalThis,
      name,
      constructed(real, (values, make) => stamp(make(values))),
    );
  }
  const realStamp = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp')!.get!;
  patches.getter(Event.prototype, 'timeStamp', function (this: Event) {
    realStamp.call(this); // rejects anything that is not an event
    return made.get(stamp(this));
  });

  const unixMs = virtualUnixMs(world);
  // As above, a class is wrapped as the function that it is at run time.
  const File = constructed(buffer.File as unknown as AnyFunction, ([bits, name, options], make) =>
    make([bits, name, { lastModified: unixMs(), ...(options as object) }]),
  );
  patches.value(buffer, 'File', File);
  if ('File' in globalThis) patches.value(globalThis, 'File', File);
}

type Make = (values: unknown[]) => object;

/** A class whose instances `how` creates. */
function constructed(
  target: AnyFunction,
  how: (values: unknown[], make: Make) => object,
): AnyFunction {
  return new Proxy(target, {
    construct: (fn, values: unknown[], newTarget) =>
      how(values, (own) => Reflect.construct(fn, own, newTarget) as object),
  });
}
