import dns from 'node:dns';
import net from 'node:net';
import stream from 'node:stream';
import util from 'node:util';
import type { AnyFunction } from './holds.js';
import { http } from './http.js';

/** A setting of Node that no property holds, and how it is read and written. */
interface Setting {
  readonly name: string;
  readonly read: () => unknown;
  readonly write: (value: never) => void;
}

/** Names of a module's functions that read and write a setting; versions of Node lack some. */
const FUNCTIONS: readonly (readonly [module: object, read: string, write: string])[] = [
  [dns, 'getServers', 'setServers'],
  [dns, 'getDefaultResultOrder', 'setDefaultResultOrder'],
  [net, 'getDefaultAutoSelectFamily', 'setDefaultAutoSelectFamily'],
  [net, 'getDefaultAutoSelectFamilyAttemptTimeout', 'setDefaultAutoSelectFamilyAttemptTimeout'],
];
/** Properties whose reading has effects: it prints, the guard reports it, or it takes long. */
export const UNREAD = /^_|^fips$|^allowedNodeEnvironmentFlags$|(Channel|Socket|Storage)$/;
/** Settings that change how Node works from the first assignment on. */
const LASTING = /^module\.wrap$/;
/** The default of `http.setMaxIdleHTTPParsers`, whose current value cannot be read. */
const IDLE_PARSERS = 1000;

/** Settings of Node that a program can change for all later programs: hidden state behind functions and setters. */
export class SettingsOfNode {
  readonly #settings: readonly (Setting & { readonly before: unknown })[];

  /** @param holders - globals and modules, by name; values that Node creates late must already exist */
  constructor(holders: Readonly<Record<string, object>>) {
    const all = [...computed(holders), ...ofFunctions()];
    this.#settings = all.map((each) => ({ ...each, before: each.read() }));
  }

  /**
   * Restores changed settings.
   *
   * @returns names of changed settings that still have an effect
   */
  mend(): string[] {
    const lasting: string[] = [];
    for (const { name, read, write, before } of this.#settings) {
      if (isSame(read(), before)) continue;
      write(before as never);
      if (LASTING.test(name)) lasting.push(name);
    }
    return lasting;
  }
}

/** Properties that Node computes. */
function computed(holders: Readonly<Record<string, object>>): Setting[] {
  return Object.entries(holders).flatMap(([name, holder]) =>
    Object.entries(Object.getOwnPropertyDescriptors(holder)).flatMap(([key, { get, set }]) => {
      const full = `${name}.${key}`;
      if (get === undefined || set === undefined || UNREAD.test(key)) return [];
      return [{ name: full, read: get.bind(holder), write: set.bind(holder) }];
    }),
  );
}

function ofFunctions(): Setting[] {
  const found: Setting[] = [];
  for (const [module, read, write] of FUNCTIONS) {
    const [get, set] = [Reflect.get(module, read), Reflect.get(module, write)] as AnyFunction[];
    if (get && set) found.push({ name: read, read: get.bind(module), write: set.bind(module) });
  }
  const { getDefaultHighWaterMark, setDefaultHighWaterMark } = stream;
  for (const ofObjects of [false, true]) {
    const write = (value: never) => setDefaultHighWaterMark(ofObjects, value);
    found.push({ name: 'stream', read: () => getDefaultHighWaterMark(ofObjects), write });
  }
  const inspect = Object.getOwnPropertyDescriptor(util.inspect, 'defaultOptions')!;
  found.push({
    name: 'util.inspect.defaultOptions',
    read: () => ({ ...(inspect.get!.call(util.inspect) as object) }),
    write: (value) => inspect.set!.call(util.inspect, value),
  });
  const maps = Object.getOwnPropertyDescriptor(process, 'sourceMapsEnabled')!;
  const setMaps = process.setSourceMapsEnabled.bind(process);
  found.push({ name: 'source maps', read: () => maps.get!.call(process), write: setMaps });
  const setParsers = Reflect.get(http, 'setMaxIdleHTTPParsers') as AnyFunction;
  const write = () => setParsers(IDLE_PARSERS);
  found.push({ name: 'parsers', read: () => Symbol('unknown'), write });
  return found;
}

/** Whether two values are the same setting; Node returns lists and options as copies. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  const isCopy = Array.isArray(a) || Object.getPrototypeOf(Object(a)) === Object.prototype;
  return isCopy && util.isDeepStrictEqual(a, b);
}
