import type { Agent, AgentOptions } from 'node:http';
import https from 'node:https';
import { http } from './http.js';
import type { Patches } from './patches.js';

/** Where Node keeps the pool of `fetch`, once something has used it. */
const POOL_OF_FETCH = /^undici\.globalDispatcher/;
const NEEDING_POOL = ['WebSocket', 'EventSource'];

/** Gives the run connections of its own: those that an earlier run kept open lead to servers that ended with it. */
export function patchConnectionPools(patches: Patches): void {
  patches.eachRun(() => {
    const { globalAgent } = http;
    http.globalAgent = new http.Agent(optionsOf(globalAgent));
    patches.onRestore(() => {
      http.globalAgent = globalAgent;
    });
    patches.value(https, 'globalAgent', new https.Agent(optionsOf(https.globalAgent)));
  });
  const pools = Object.getOwnPropertySymbols(globalThis)
    .filter(({ description = '' }) => POOL_OF_FETCH.test(description))
    .map((key) => poolOfFetch(patches, key));
  const open = () => {
    for (const each of pools) each();
  };
  patches.before(globalThis, 'fetch', open);
  // Until something has made a pool, Node has not even loaded these.
  for (const name of pools.length > 0 ? NEEDING_POOL : []) openFor(patches, name, open);
}

/** Opens a property that Node has in place, or creates when it is read. */
function openFor(patches: Patches, name: string, open: () => void): void {
  const { get } = Object.getOwnPropertyDescriptor(globalThis, name) ?? {};
  if (get === undefined) {
    patches.before(globalThis, name, open);
    return;
  }
  patches.getter(globalThis, name, function (this: unknown) {
    open();
    return get.call(this) as unknown;
  });
}

/**
 * As in a fresh thread, there is no pool until something needs it: packages that find none make their own.
 *
 * @returns a function that makes one
 */
function poolOfFetch(patches: Patches, key: symbol): () => void {
  const pool = Reflect.get(globalThis, key) as { readonly constructor: new () => object };
  patches.eachRun(() => patches.value(globalThis, key, undefined));
  return () => {
    if (Reflect.get(globalThis, key) === undefined) {
      Reflect.set(globalThis, key, new pool.constructor());
    }
  };
}

/** The options with which Node made the pool. */
function optionsOf(agent: Agent): AgentOptions {
  return { ...(Reflect.get(agent, 'options') as AgentOptions) };
}
