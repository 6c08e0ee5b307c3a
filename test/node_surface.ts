/**
 * What a version of Node offers to programs. Imports only builtin modules, so that any Node can run it once its
 * types are stripped.
 */
import crypto from 'node:crypto';
import fs from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import perfHooks from 'node:perf_hooks';

/** A function or property: its path, and its value at the time of the walk. */
export interface SurfaceMember {
  readonly holder: object;
  readonly key: PropertyKey;
  readonly descriptor: PropertyDescriptor;
}

const LOAD = createRequire(
  new URL(import.meta.url.startsWith('file:') ? import.meta.url : 'file:///'),
);

const ED25519_KEY = Buffer.concat([
  Buffer.from('302e020100300506032b657004220420', 'hex'),
  Buffer.alloc(32, 1),
]);

/** Objects whose classes no module exports, and objects that Node makes on request. */
const INSTANCES: Readonly<Record<string, () => object>> = {
  'perf_hooks.Histogram': () => perfHooks.createHistogram(),
  'perf_hooks.IntervalHistogram': () => perfHooks.monitorEventLoopDelay(),
  'crypto.SecretKeyObject': () => crypto.createSecretKey(Buffer.alloc(8)),
  'crypto.PrivateKeyObject': () =>
    crypto.createPrivateKey({ key: ED25519_KEY, format: 'der', type: 'pkcs8' }),
  'fs.StatFs': () => fs.statfsSync('/'),
  'process.report': () => Object.create(process.report ?? {}) as object,
  'process.finalization': () =>
    Object.create(Reflect.get(process, 'finalization') as object) as object,
  'Generator.prototype': () => Object.getPrototypeOf((function* () {})()) as object,
  'AsyncGenerator.prototype': () => Object.getPrototypeOf((async function* () {})()) as object,
};

/** Builtin modules that no list contains, and coming ones; versions without them skip them. */
const UNLISTED = 'test sqlite sea test/reporters wasi ffi vfs quic'.split(' ');
/** Another name for `util`, and a module that is Node's own. */
const NOT_FOR_PROGRAMS = /^(sys$|_|internal|v8\/tools|node-inspect|constants$)/;
/** Tables of numbers, which are not walked. */
const DATA =
  /(^|\.)(constants|STATUS_CODES|METHODS|errno|signals|config|release|features|versions|env|colors|styles|[RW][a-z]+State|moduleLoadList|argv|execArgv|globalAgent)$/;

interface Visit {
  readonly holder: object;
  readonly path: string;
}

/** Every function and property of the globals and builtin modules of this Node, by path. */
export function walkSurface(): Map<string, SurfaceMember> {
  // Node creates some globals when they are first read.
  for (const key of Object.getOwnPropertyNames(globalThis)) Reflect.get(globalThis, key);
  const seen = new Set<unknown>();
  const members = new Map<string, SurfaceMember>();
  const queue = roots();
  /** Walked last, because most of them are exported elsewhere under a path of their own. */
  const parents: Visit[] = [];
  for (let visit = queue.shift(); visit !== undefined; visit = queue.shift() ?? parents.shift()) {
    const { holder, path } = visit;
    if (seen.has(holder)) continue;
    seen.add(holder);
    for (const key of Reflect.ownKeys(holder)) {
      const own = ownName(holder, key);
      if (own === undefined) continue;
      const name = path === '' ? own : `${path}.${own}`;
      const descriptor = Object.getOwnPropertyDescriptor(holder, key)!;
      const value: unknown = descriptor.value;
      const inner = typeof value === 'function' || (typeof value === 'object' && value !== null);
      if (own !== 'prototype') {
        members.set(name, { holder, key, descriptor });
      }
      if (inner && !DATA.test(name)) queue.push({ holder: value, path: name });
    }
    const parent = Object.getPrototypeOf(holder) as object | null;
    if (parent !== null && typeof holder === 'object')
      parents.push({ holder: parent, path: `${path}^` });
  }
  return members;
}

function roots(): Visit[] {
  const listed = [...builtinModules, ...UNLISTED].map((name) => name.replace(/^node:/, ''));
  const modules = [...new Set(listed)].sort().filter((name) => !NOT_FOR_PROGRAMS.test(name));
  const named = new Map(modules.map((name) => [name, () => LOAD(`node:${name}`) as object]));
  for (const [name, make] of Object.entries(INSTANCES)) {
    named.set(name, () => Object.getPrototypeOf(make()) as object);
  }
  const found = [...named].map(([path, load]) => ({ holder: unlessMissing(load), path }));
  return [
    { holder: Object.prototype, path: 'Object.prototype' },
    { holder: Function.prototype, path: 'Function.prototype' },
    { holder: globalThis, path: '' },
    ...found.filter((visit): visit is Visit => visit.holder !== undefined),
  ];
}

/** The path by which programs know a property; undefined for internals and plain constants. */
function ownName(holder: object, key: PropertyKey): string | undefined {
  if (typeof key === 'symbol') {
    const name = key.description ?? '';
    return name.startsWith('Symbol.') ? name.replace('Symbol.', '@') : undefined;
  }
  const name = String(key);
  if (typeof holder === 'function' && /^(length|name|arguments|caller)$/.test(name)) {
    return undefined;
  }
  if (name === 'constructor' || /^(_|\d+$|[^\w$])/.test(name)) return undefined;
  const { value } = Reflect.getOwnPropertyDescriptor(holder, key)!;
  return typeof value === 'number' && /^[A-Z]\w*_|^[A-Z0-9]+$/.test(name) ? undefined : name;
}

function unlessMissing<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
