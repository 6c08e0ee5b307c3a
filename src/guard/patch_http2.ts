import http2 from 'node:http2';
import { Duplex } from 'node:stream';
import type { AnyFunction } from './holds.js';
import type { LeakReporter } from './leaks.js';
import type { PresentLoopback } from './loopback.js';
import type { Patches } from './patches.js';
import { real } from './real.js';
import type { VirtualWorld } from './virtual_world.js';

/** Functions from which users get an HTTP/2 session. */
const DOORS = ['connect', 'createServer', 'createSecureServer', 'performServerHandshake'] as const;
/** Native methods of sessions and streams after which something may have to be written. */
const SPEAKING = (
  'altsvc destroy goaway info origin ping priority pushPromise readStart readStop request respond ' +
  'rstStream setGracefulClose setLocalWindowSize settings shutdown trailers writeAsciiString ' +
  'writeBuffer writeLatin1String writeUcs2String writeUtf8String writev'
).split(' ');
const connect = http2.connect;
const NS_PER_MS = 1e6;

/**
 * HTTP/2 is native: a request to a session is only queued, and an immediate of Node's own writes it
 * to the socket at a moment that the machine decides. Time therefore stands still from each request
 * to a session or stream until it has been written.
 */
export function patchHttp2(
  patches: Patches,
  world: VirtualWorld,
  leaks: LeakReporter,
  loopback: PresentLoopback,
): void {
  let learnt = false;
  patches.eachRun(() => {
    learnt = false;
  });
  const learn = () => {
    if (learnt) return;
    learnt = true;
    const idle = new IdleSession();
    patchSession(patches, idle, world, leaks);
    const found = idle.natives((native) => holdAfterAll(patches, native, loopback));
    if (!found) leaks.report('network', 'node:http2 of this Node.js', true);
  };
  for (const door of DOORS) patches.before(http2, door, learn);
}

/** A session without a peer, for the prototypes that Node exposes in no other way. */
class IdleSession {
  readonly session = connect('http://localhost', {
    createConnection: () => new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() }),
  });
  readonly stream = this.session.request();

  constructor() {
    for (const each of [this.session, this.stream]) each.on('error', () => {});
  }

  /**
   * Gives the native prototypes of sessions and streams to `use`; false if this Node has others.
   */
  natives(use: (native: object) => void): boolean {
    const session = nativeOf(this.session);
    if (session !== undefined) use(session);
    // The native stream is made in the next tick, before anything can arrive for the user.
    real.nextTick(() => {
      const stream = nativeOf(this.stream);
      if (stream !== undefined) use(stream);
      this.session.destroy();
    });
    return session !== undefined;
  }
}

/** The prototype of the native object behind `owner`. */
function nativeOf(owner: object): object | undefined {
  const key = Object.getOwnPropertySymbols(owner).find((each) => each.description === 'kHandle');
  const handle = key === undefined ? undefined : (Reflect.get(owner, key) as unknown);
  return Object(handle) === handle ? (Object.getPrototypeOf(handle) as object) : undefined;
}

function holdAfterAll(patches: Patches, native: object, loopback: PresentLoopback): void {
  const methods = native as Record<string, AnyFunction>;
  for (const name of SPEAKING) {
    const fn = methods[name];
    if (fn === undefined) continue;
    patches.methods(native, {
      [name](this: unknown, ...values: unknown[]) {
        loopback.settle();
        return fn.apply(this, values) as unknown;
      },
    });
  }
}

/** The round trip of a ping is virtual; a time limit of HTTP/2 is real, which is reported. */
function patchSession(
  patches: Patches,
  { session, stream }: IdleSession,
  world: VirtualWorld,
  leaks: LeakReporter,
): void {
  const sessions = baseOf(session, 'ping');
  const ping = sessions.ping as AnyFunction;
  patches.methods(sessions, {
    ping(this: unknown, ...values: unknown[]) {
      const done = values.at(-1);
      const begun = world.sinceStartNs();
      if (typeof done === 'function') {
        values[values.length - 1] = (error: unknown, ms: unknown, payload: unknown) =>
          done(error, error ? ms : (world.sinceStartNs() - begun) / NS_PER_MS, payload);
      }
      return ping.apply(this, values) as unknown;
    },
  });
  for (const [base, what] of [
    [sessions, 'Http2Session.setTimeout'],
    [baseOf(stream, 'setTimeout'), 'Http2Stream.setTimeout'],
  ] as const) {
    const setTimeout = base.setTimeout as AnyFunction;
    patches.methods(base, {
      setTimeout(this: unknown, ...values: unknown[]) {
        if (values[0] !== 0) leaks.report('real-time', what, true);
        return setTimeout.apply(this, values) as unknown;
      },
    });
  }
}

/** The prototype of `value` that holds `method`. */
function baseOf(value: object, method: string): Record<string, unknown> {
  let base = value;
  while (!Object.hasOwn(base, method)) base = Object.getPrototypeOf(base) as object;
  return base as Record<string, unknown>;
}
