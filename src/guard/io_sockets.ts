import dgram from 'node:dgram';
import net from 'node:net';
import { type AnyFunction, fromUser } from './io_hold.js';
import type { LeakReporter } from './leaks.js';
import type { Patches } from './patches.js';
import { real } from './real.js';
import type { VirtualWorld } from './world.js';

/** How long, in real ms, nothing may be heard while a callback awaits before time goes on. */
const SILENCE_LIMIT_MS = 10_000;
/** How often, in real ms, to look whether the callback has ended. */
const LOOK_MS = 1;

type World = Pick<VirtualWorld, 'hold' | 'callback' | 'isOpen'>;

/**
 * Raw sockets: nobody knows when their conversation ends, so time stands still as long as the
 * callback that connects, writes, sends or listens awaits something.
 */
export function patchSockets(patches: Patches, world: World, leaks: LeakReporter): void {
  const talks = new WeakMap<object, Talk>();
  const talkOf = (socket: NodeJS.EventEmitter, what: string): Talk => {
    let talk = talks.get(socket);
    if (talk === undefined) {
      talk = new Talk(world, leaks, what);
      talk.listenTo(socket);
      talks.set(socket, talk);
    }
    return talk;
  };
  const speaking: readonly [object, string, readonly string[]][] = [
    [net.Socket.prototype, 'net.Socket', ['connect', 'write', 'end']],
    [net.Server.prototype, 'net.Server', ['listen', 'close']],
    [dgram.Socket.prototype, 'dgram.Socket', ['bind', 'connect', 'send']],
  ];
  for (const [prototype, what, names] of speaking) {
    for (const name of names) {
      const fn = (prototype as Record<string, AnyFunction>)[name]!;
      patches.methods(prototype, {
        [name](this: NodeJS.EventEmitter, ...values: unknown[]) {
          if (fromUser()) talkOf(this, what).speak();
          return fn.apply(this, values);
        },
      });
    }
  }
  const connects = (name: 'connect' | 'createConnection') => {
    const fn = net[name] as AnyFunction;
    patches.methods(net, {
      [name](...values: unknown[]) {
        const socket = fn.apply(net, values) as net.Socket;
        if (fromUser()) talkOf(socket, 'net.Socket').speak();
        return socket;
      },
    });
  };
  connects('connect');
  connects('createConnection');
}

/** What goes on over one socket, and the callback that time stands still for. */
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

  /** The callback that runs now has said something. */
  speak(): void {
    const callback = this.#world.callback();
    if (callback === 0) return;
    this.#callback = callback;
    this.#silentMs = 0;
    if (this.#release !== undefined) return;
    const settle = this.#world.hold(this.#what);
    this.#release = () => settle(() => {});
    // What ends the callback need not be an event of this socket.
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
