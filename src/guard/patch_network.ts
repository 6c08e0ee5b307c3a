import dns from 'node:dns';
import type { ServerResponse } from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import tls from 'node:tls';
import { noteNetworkUse } from './caller_line.js';
import { type AnyFunction, Holds } from './holds.js';
import { http } from './http.js';
import type { LeakReporter } from './leaks.js';
import type { PresentLoopback } from './loopback.js';
import { type LoopbackTcp, targetOf } from './loopback_tcp.js';
import type { Patches } from './patches.js';
import { real } from './real.js';
import type { Holder } from './tickets.js';

const DNS = Object.keys(dns).filter((name) => /^(lookup|resolve|reverse)/.test(name));

/**
 * A request to a server of the run stays within it. Any other request holds time until its whole
 * answer has arrived, and is reported, because the simulation does not determine the answer.
 * Sockets: see
 * `patch_sockets.ts`.
 */
export function patchNetwork(
  patches: Patches,
  holder: Holder,
  leaks: LeakReporter,
  tcp: LoopbackTcp,
  loopback: PresentLoopback,
): void {
  const holds = new Holds(patches, holder);
  holds.callbacks(dns, DNS, 'dns.');
  holds.promises(dns.promises, DNS, 'dns.promises.');
  holds.callbacks(dns.Resolver.prototype, DNS, 'dns.Resolver.');
  holds.promises(dns.promises.Resolver.prototype, DNS, 'dns.promises.Resolver.');

  const heldFetch = holds.withPromise(real.fetch, 'fetch', (response) =>
    whole(response as Response),
  );
  patches.methods(globalThis, {
    fetch(...values: Parameters<typeof fetch>) {
      const { url } = Object(values[0]) as { url?: string };
      if (within(tcp, url ?? String(values[0]))) {
        noteNetworkUse(false);
        loopback.settle();
        return real.fetch(...values);
      }
      noteNetworkUse(true);
      leaks.report('network', 'fetch');
      return heldFetch(...values);
    },
  });
  for (const [module, name, port] of [
    [http, 'http', 80],
    [https, 'https', 443],
  ] as const) {
    for (const method of ['request', 'get'] as const) {
      const fn = module[method] as AnyFunction;
      patches.methods(module, {
        [method]: (...values: unknown[]) => {
          if (within(tcp, values[0], values[1], port)) return fn(...values) as unknown;
          noteNetworkUse(true);
          leaks.report('network', `${name}.${method}`);
          return holdUntilClosed(holder, `${name}.${method}`, fn(...values)) as unknown;
        },
      });
    }
  }
  patches.before(http2, 'connect', (authority) => {
    if (!within(tcp, authority)) leaks.report('network', 'http2.connect');
  });
  patches.before(tls, 'connect', (...values) => {
    const [target] = targetOf(values);
    if (target.socket === undefined && !tcp.reaches(target)) leaks.report('network', 'tls.connect');
  });
  stampAnswers(patches);
}

/** Whether a request goes to a server of the run: a URL, or options, or both. */
function within(tcp: LoopbackTcp, to: unknown, more?: unknown, standard?: number): boolean {
  let target: Record<string, unknown> = {};
  if (typeof to === 'string' || to instanceof URL) {
    if (!URL.canParse(String(to))) return false;
    const { hostname, port, protocol } = new URL(to);
    const usual = protocol === 'https:' ? 443 : 80;
    target = { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? usual : Number(port) };
  } else target = { ...(to as object) };
  if (typeof more === 'object') target = { ...target, ...more };
  const host = (target.hostname ?? target.host) as string | undefined;
  const port = Number(target.port ?? target.defaultPort ?? standard);
  if (typeof target.socketPath === 'string') return tcp.reaches({ path: target.socketPath });
  return tcp.reaches({ port, ...(host === undefined ? {} : { host }) });
}

/** Answers of servers contain the virtual date. */
function stampAnswers(patches: Patches): void {
  const writeHead = http.ServerResponse.prototype.writeHead as AnyFunction;
  patches.methods(http.ServerResponse.prototype, {
    writeHead(this: ServerResponse, ...values: unknown[]) {
      const given = Object(values.at(-1)) as object;
      const names = (Array.isArray(given) ? given.flat() : Object.keys(given)).map(String);
      const dated = this.hasHeader('date') || names.some((name) => /^date$/i.test(name));
      if (this.sendDate && !dated && !this.headersSent)
        this.setHeader('Date', new Date().toUTCString());
      return writeHead.apply(this, values) as unknown;
    },
  });
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
