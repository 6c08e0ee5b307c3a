import { virtualUnixMs } from './date.js';
import type { AnyFunction } from './holds.js';
import type { LeakReporter } from './leaks.js';
import type { Patches } from './patches.js';
import { real } from './real.js';
import type { VirtualWorld } from './virtual_world.js';

const LOCALE = 'en-US';
/** Methods whose first argument is a locale; later versions of V8 have more of them. */
const SERVICES = Object.getOwnPropertyNames(Intl).filter(
  (name) =>
    name !== 'Locale' && typeof Reflect.get(Intl, name) === 'function' && /^[A-Z]/.test(name),
);

/** The default locale is `en-US`, the time zone UTC, and "now" of a date format is virtual. */
export function patchIntl(patches: Patches, world: VirtualWorld, leaks: LeakReporter): void {
  for (const name of SERVICES) {
    const service = Reflect.get(Intl, name) as AnyFunction;
    const replacement = new Proxy(service, {
      apply: (target, self, values) => Reflect.apply(target, self, localised(name, values)),
      construct: (target, values, newTarget) =>
        Reflect.construct(target, localised(name, values), newTarget) as object,
    });
    patches.value(service.prototype as object, 'constructor', replacement);
    patches.value(Intl, name, replacement);
  }
  patchDateFormat(patches, world);
  for (const method of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'] as const) {
    withLocale(patches, real.Date.prototype, method, 0, { timeZone: 'UTC' });
  }
  withLocale(patches, Number.prototype, 'toLocaleString', 0);
  withLocale(patches, BigInt.prototype, 'toLocaleString', 0);
  withLocale(patches, String.prototype, 'toLocaleUpperCase', 0);
  withLocale(patches, String.prototype, 'toLocaleLowerCase', 0);
  withLocale(patches, String.prototype, 'localeCompare', 1);
  pinTimeZone(patches, leaks);
}

function localised(name: string, [locales, options, ...rest]: unknown[]): unknown[] {
  const zoned = name === 'DateTimeFormat' ? { timeZone: 'UTC', ...(options as object) } : options;
  return [locales ?? LOCALE, zoned, ...rest];
}

function patchDateFormat(patches: Patches, world: VirtualWorld): void {
  const now = virtualUnixMs(world);
  // Its methods are looked up by name and called with the arguments of programs, of any type.
  const prototype = Intl.DateTimeFormat.prototype as unknown as Record<string, AnyFunction>;
  const format = Object.getOwnPropertyDescriptor(prototype, 'format')!.get as AnyFunction;
  const { formatToParts } = prototype;
  patches.define(prototype, 'format', {
    get(this: Intl.DateTimeFormat) {
      const bound = format.call(this) as AnyFunction;
      return (date?: unknown) => bound(date === undefined ? now() : date);
    },
  });
  patches.methods(prototype, {
    formatToParts(this: Intl.DateTimeFormat, date?: unknown) {
      return formatToParts!.call(this, date === undefined ? now() : date);
    },
  });
}

/** Gives `target[method]` the default locale; `at` is the place of the locale argument. */
function withLocale(
  patches: Patches,
  target: object,
  method: string,
  at: number,
  defaults: object = {},
): void {
  const fn = (target as Record<string, AnyFunction>)[method]!;
  patches.methods(target, {
    [method](this: unknown, ...values: unknown[]) {
      values[at] ??= LOCALE;
      if ('timeZone' in defaults) values[at + 1] = { ...defaults, ...(values[at + 1] as object) };
      return fn.apply(this, values);
    },
  });
}

/** `process.env.TZ` works at once in a main thread; a worker inherits its parent's zone. */
function pinTimeZone(patches: Patches, leaks: LeakReporter): void {
  patches.eachRun(() => {
    patches.value(process.env, 'TZ', 'UTC');
    const january = new real.Date(0).getTimezoneOffset();
    const july = new real.Date(15_552_000_000).getTimezoneOffset();
    if (january !== 0 || july !== 0) leaks.report('time-zone', 'a time zone other than UTC', true);
  });
}
