import dgram from 'node:dgram';
import dns from 'node:dns';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import net from 'node:net';
import tls from 'node:tls';
import { type AnyFunction, Holds } from './io_hold.js';
import type { LeakReporter } from './leaks.js';
import { noteNetworkUse } from './node_caller.js';
import type { Patches } from './patches.js';
import { real } from './real.js';
import type { Holder } from './tickets.js';

const DNS = Object.keys(dns).filter((name) => /^(lookup|resolve|reverse)/.test(name));

/**
 * A request holds time until its whole answer is there; every use of the network is reported,
 * because what comes back is not determined by the simulation. A server waits for others and
 * holds nothing; raw sockets: see `io_sockets.ts`.
 */
export function patchNetwork(patches: Patches, holder: Holder, leaks: LeakReporter): void {
  const holds = new Holds(patches, holder);
  holds.callbacks(dns, DNS, 'dns.');
  holds.promises(dns.promises, DNS, 'dns.promises.');

  const heldFetch = holds.withPromise(real.fetch, 'fetch', (response) =>
    whole(response as Response),
  );
  patches.methods(globalThis, {
    fetch(...values: unknown[]) {
      noteNetworkUse();
      leaks.report('network', 'fetch');
      return heldFetch(...values);
    },
  });
  for (const [module, name] of [
    [http, 'http'],
    [https, 'https'],
  ] as const) {
    for (const method of ['request', 'get'] as const) {
      const fn = module[method] as AnyFunction;
      patches.methods(module, {
        [method]: (...values: unknown[]) => {
          noteNetworkUse();
          leaks.report('network', `${name}.${method}`);
          return holdUntilClosed(holder, `${name}.${method}`, fn(...values));
        },
      });
    }
  }
  const reported: [object, string, string[]][] = [
    [net, 'net', ['connect', 'createConnection', 'createServer']],
    [tls, 'tls', ['connect', 'createServer']],
    [http, 'http', ['createServer']],
    [https, 'https', ['createServer']],
    [http2, 'http2', ['connect', 'createServer', 'createSecureServer']],
    [dgram, 'dgram', ['createSocket']],
  ];
  for (const [module, name, methods] of reported) {
    for (const method of methods) {
      const fn = (module as Record<string, AnyFunction>)[method]!;
      patches.methods(module, {
        [method](this: unknown, ...values: unknown[]) {
          leaks.report('network', `${name}.${method}`);
          return fn.apply(this, values);
        },
      });
    }
  }
}

/** Time stands still until `emitter` emits `close`; its events come while it does. */
export function holdUntilClosed<T extends NodeJS.EventEmitter>(
  holder: Holder,
  what: string,
  emitter: T,
): T {
  emitter.once('close', holder.holdApart(what));
  return emitter;
}

/** The response with its whole body, so that reading it needs no further real time. */
async function whole(response: Response): Promise<Response> {
  const empty = response.body === null;
  const body = empty ? null : await response.arrayBuffer();
  const { status, statusText, headers } = response;
  const copy = new Response(body, { status, statusText, headers });
  for (const key of ['url', 'redirected', 'type'] as const) {
    Object.defineProperty(copy, key, { value: response[key] });
  }
  return copy;
}
