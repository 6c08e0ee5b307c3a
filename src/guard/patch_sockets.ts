import dgram from 'node:dgram';
import net from 'node:net';
import worker from 'node:worker_threads';
import { type AnyFunction, fromUser } from './holds.js';
import type { LeakReporter } from './leaks.js';
import type { PresentLoopback } from './loopback.js';
import { LoopbackTcp, targetOf } from './loopback_tcp.js';
import { LoopbackUdp } from './loopback_udp.js';
import { isOutside } from './outside.js';
import type { Patches } from './patches.js';
import { real } from './real.js';
import type { VirtualWorld } from './virtual_world.js';

/** How long, in real ms, a socket may be silent while a callback awaits before time continues. */
const SILENCE_LIMIT_MS = 10_000;
/** How often, in real ms, to check whether the callback has ended. */
const LOOK_MS = 1;

type World = Pick<VirtualWorld, 'hold' | 'callback' | 'isOpen'>;

/**
 * Sockets. Data between programs of the run stays within it ({@link PresentLoopback}). The end of a
 * conversation with the outside is unknown: the conversation is reported, and time stands still as long as
 * the callback that connects, writes or sends awaits something.
 */
export function patchSockets(
  patches: Patches,
  world: VirtualWorld,
  leaks: LeakReporter,
  loopback: PresentLoopback,
  reachable: () => boolean,
): LoopbackTcp {
  const tcp = new LoopbackTcp(loopback, world, reachable);
  const udp = new LoopbackUdp(loopback);
  const talks = new WeakMap<object, Talk>();
  const speak = (socket: NodeJS.EventEmitter, what: string) => {
    if (!fromUser()) return;
    const talk = talks.get(socket) ?? new Talk(world, leaks, what);
    if (!talks.has(socket)) talk.listenTo(socket);
    talks.set(socket, talk);
    talk.speak();
  };
  const wrap = (
    prototype: object,
    what: string,
    name: string,
    within: (self: never, values: unknown[]) => boolean,
  ) => {
    const fn = (prototype as Record<string, AnyFunction>)[name]!;
    patches.methods(prototype, {
      [name](this: NodeJS.EventEmitter, ...values: unknown[]) {
        if (isOutside()) return fn.apply(this, values) as unknown;
        if (within(this as never, values)) return this;
        leaks.report('network', `${what}.${name}`);
        speak(this, what);
        return fn.apply(this, values) as unknown;
      },
    });
  };
  tcp.patch(patches, leaks);
  udp.patch(patches);
  wrap(net.Socket.prototype, 'net.Socket', 'connect', (self, values) => tcp.connect(self, values));
  for (const name of ['write', 'end'] as const) {
    const fn = net.Socket.prototype[name] as AnyFunction;
    patches.methods(net.Socket.prototype, {
      [name](this: net.Socket, ...values: unknown[]) {
        if (!isOutside() && !tcp.owns(this)) speak(this, 'net.Socket');
        return fn.apply(this, values) as unknown;
      },
    });
  }
  for (const name of ['connect', 'createConnection'] as const) {
    patches.before(net, name, (...values) => {
      if (!isOutside() && !tcp.reaches(targetOf(values)[0])) leaks.report('network', `net.${name}`);
    });
  }
  wrap(dgram.Socket.prototype, 'dgram.Socket', 'bind', (self, values) => udp.bind(self, values));
  wrap(dgram.Socket.prototype, 'dgram.Socket', 'send', (self, values) => udp.send(self, values));
  wrap(dgram.Socket.prototype, 'dgram.Socket', 'connect', (self, values) =>
    udp.connect(self, values),
  );
  return tcp;
}

/** A message between ports of the run arrives before time continues. */
export function patchMessagePorts(patches: Patches, loopback: PresentLoopback): void {
  patches.before(worker.MessagePort.prototype, 'postMessage', () => {
    if (fromUser()) loopback.settle();
  });
}

/** The conversation over one socket, and the callback for which time stands still. */
class Talk {
  readonly #world: World;
  readonly #leaks: LeakReporter;
  readonly #what: string;
  #callback = 0;
  #release: (() => void) | undefined;
  #look: NodeJS.Timeout | undefined;
  #silentMs = 0;

  constructor(world: World, leaks: LeakReporter, what: string) {
    this.#world = world;
    this.#leaks = leaks;
    this.#what = what;
  }

  listenTo(socket: NodeJS.EventEmitter): void {
    const { emit } = socket;
    socket.emit = (event: string, ...values: unknown[]) => {
      this.#silentMs = 0;
      const heard = emit.call(socket, event, ...values);
      if (event === 'close') this.#end();
      return heard;
    };
  }

  /** Called when the running callback has sent something. */
  speak(): void {
    const callback = this.#world.callback();
    if (callback === 0) return;
    this.#callback = callback;
    this.#silentMs = 0;
    if (this.#release !== undefined) return;
    const settle = this.#world.hold(this.#what);
    this.#release = () => settle(() => {});
    // The event that ends the callback need not come from this socket.
    this.#look = real.setInterval(() => this.#goOn(), LOOK_MS);
  }

  #goOn(): void {
    this.#silentMs += LOOK_MS;
    if (!this.#world.isOpen(this.#callback)) this.#end();
    else if (this.#silentMs >= SILENCE_LIMIT_MS) {
      this.#leaks.report('unanswered', this.#what, true);
      this.#end();
    }
  }

  #end(): void {
    real.clearInterval(this.#look);
    this.#release?.();
    this.#release = undefined;
  }
}
