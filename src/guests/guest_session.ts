import { type GraphNode, Publisher, Timer, type Waitable } from '../graph/index.js';
import { answerQuery } from './answer_query.js';
import type { Frame } from './frame.js';
import { FrameKind, HEARS_SIGNALS, MAY_IGNORE } from './frame_kinds.js';
import { FrameWriter } from './frame_writer.js';
import { greet } from './greeting.js';
import { GuestEntities, type WriteInput } from './guest_entities.js';
import { GuestExecutor } from './guest_executor.js';
import { GuestThread } from './guest_thread.js';
import { lastWords } from './last_words.js';
import { messageIn } from './message_in.js';
import { OpenCallback } from './open_callback.js';
import type { GuestEnd, SessionOptions } from './session_options.js';
import { type Told, TurnFrames } from './turn_frames.js';
import { WaiterTable } from './waiter_table.js';
import { failureOf, floodOf } from './why_ended.js';

const NEVER = -1n;

/**
 * The session with one guest: it declares its nodes, receives one callback at a time, and reports what
 * it did until it waits again. Orrery and the guest take turns.
 */
export class GuestSession {
  readonly entities: GuestEntities;
  readonly executor: GuestExecutor;
  readonly #options: SessionOptions;
  readonly #out = new FrameWriter();
  readonly #frames: TurnFrames;
  readonly #waiters: WaiterTable;
  readonly #open = new Map<number, OpenCallback>();
  #slots = 0;
  #protocol = 0;
  #printed = 0;
  #fault: GuestEnd['fault'];
  #end: GuestEnd | undefined;
  /** The callback that it was in when it ended. */
  #last: Waitable | undefined;
  /** The callback that an exception has left; whether something handles it is not known yet. */
  #raised: readonly [slot: number, entity?: Waitable | undefined] = [0];
  #thread: GuestThread | undefined;
  /** Does what is left of its step in the current round; nothing the second time. */
  #rest: (() => void) | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
    const { simulation, limits, name, round } = options;
    const call = (entity: Waitable, write: WriteInput) => this.#call(entity, write);
    this.entities = new GuestEntities(simulation, limits.entities, call);
    this.#waiters = new WaiterTable(this.entities, limits);
    const runner = { wake: (signal?: number) => this.#wake(signal), name, round };
    this.executor = new GuestExecutor(simulation.kernel, runner);
    this.#frames = new TurnFrames(options, this.#out, this.executor);
  }

  /** Set once the guest has said goodbye. */
  get ended(): GuestEnd | undefined {
    return this.#end;
  }

  /** Whether it hears signals, and time goes on for it when the run is over. */
  get hearsSignals(): boolean {
    return this.#protocol >= HEARS_SIGNALS;
  }

  /** The callback of the guest that began last and has not ended, or had not at its end; for reports. */
  get running(): Waitable | undefined {
    return this.#last ?? [...this.#open.values()].at(-1)?.entity;
  }

  /** Greets the guest and lets it construct its nodes, until it waits for the first time. */
  start(): void {
    this.#turn(() => {
      this.#protocol = greet(this.#options.channel.read(), this.#options, this.#out);
      this.#options.channel.write(...this.#frames.run(0));
      this.#listen();
    });
  }

  /** Ends its step in the current round now: it may have done everything already, or nothing. */
  settle(): void {
    this.#rest?.();
  }

  /**
   * Tells the guest by a signal that the run is over; it may still print, and wait for times of its own. Returns how it
   * ended, if it says so.
   */
  stop(signal: number): GuestEnd | undefined {
    if (this.#end !== undefined) return undefined;
    const { channel, turn, host } = this.#options;
    this.executor.begin();
    const code = lastWords(signal, {
      ...{ channel, turn, children: host.children },
      frames: this.#frames,
      hasGrace: this.hearsSignals,
      print: (frame) => this.#print(frame),
      answer: (frame) => this.#answer(frame),
      fault: (frame) => this.#hearFault(frame),
    });
    return code === undefined ? undefined : { code, fault: this.#fault };
  }

  /** Lets the guest run, and handles its frames now or at the end of the round. */
  #exchange(told: Told, hearAs: (hear: () => void) => void): void {
    const { channel, round } = this.#options;
    // Whether it does may change before its answer is read.
    const isTold = round.runsNow(this.executor);
    const tell = () => channel.write(...told);
    const hear = () => {
      if (this.#end !== undefined) return;
      if (!isTold) tell();
      this.#listen();
    };
    if (isTold) this.#turn(tell);
    if (round.open) this.#rest = round.later(() => hearAs(() => this.#turn(hear)));
    else this.#turn(hear);
  }

  /** Runs a callback of an entity: sends its input to the guest and handles the frames that come back. */
  #call(entity: Waitable, write: WriteInput): unknown {
    if (this.#end !== undefined) return undefined;
    if (entity instanceof Timer && !this.executor.offerTimer(entity)) return undefined;
    const slot = ++this.#slots;
    const { times, simulation } = this.#options;
    const { graph } = simulation;
    const duration = times === undefined ? 0 : Math.round(times.duration(entity));
    const callback = new OpenCallback(entity, graph.cause, duration);
    // Lasts until the entity has run; messages of a callback are sent when it ends.
    if (duration > 0) graph.outbox = callback;
    this.#open.set(slot, callback);
    const waiter = this.executor.begin();
    const number = this.entities.numberOf(entity);
    const told = this.#frames.run(waiter, write, number, slot, duration);
    this.#exchange(told, (hear) => callback.resume(hear));
    return this.#open.has(slot) ? callback.ended : undefined;
  }

  /** Continues a thread of the guest when its wait has timed out, or lets it hear a signal. */
  #wake(signal?: number): boolean {
    if (this.#end !== undefined) return false;
    const [{ graph }, [first]] = [this.#options.simulation, this.entities.nodes.values()];
    this.executor.begin();
    this.#thread ??= new GuestThread(graph, first, this.#options.name);
    const thread = this.#thread;
    graph.begin(thread, 0, 0);
    const number = graph.cause;
    this.#exchange(
      signal === undefined ? this.#frames.run(0) : this.#frames.signal(signal),
      (hear) => graph.resume(thread, number, hear),
    );
    graph.end(thread, undefined);
    return true;
  }

  /** Handles the guest's frames until it waits. */
  #listen(): void {
    const { channel } = this.#options;
    this.#printed = 0;
    for (;;) {
      const frame = channel.read();
      switch (frame.kind) {
        case FrameKind.PUBLISH:
          this.#publish(frame);
          break;
        case FrameKind.DONE:
          if (frame.left > 0) this.#raised = [frame.subject, this.#open.get(frame.subject)?.entity];
          this.#done(frame.subject);
          break;
        case FrameKind.IDLE:
          this.#idle(frame);
          return;
        case FrameKind.QUERY:
          this.#answer(frame);
          break;
        case FrameKind.BYE:
          this.#end = { code: frame.i32(), fault: this.#fault };
          this.#last ??= this.running;
          for (const slot of [...this.#open.keys()]) this.#done(slot);
          return;
        default:
          this.#seldom(frame);
      }
    }
  }

  #seldom(frame: Frame): void {
    const { entities } = this;
    switch (frame.kind) {
      case FrameKind.REQUEST: {
        const slot = frame.u32();
        const sequence = frame.i64();
        this.#onBehalf(slot, () => entities.request(frame, sequence));
        return;
      }
      case FrameKind.RESPONSE: {
        const slot = frame.u32();
        const number = frame.u32();
        this.#onBehalf(slot, () => entities.respond(frame, number));
        return;
      }
      case FrameKind.TIMER_SET:
        entities.setTimer(frame);
        return;
      case FrameKind.REMOVE:
        entities.remove(frame);
        return;
      case FrameKind.PLACE:
        entities.place(frame);
        return;
      case FrameKind.LOG:
        this.#print(frame);
        return;
      case FrameKind.LEAK:
        this.#options.host.leak(frame.text());
        return;
      case FrameKind.WARNING:
        this.#options.host.warn(frame.text());
        return;
      case FrameKind.FAULT:
        this.#hearFault(frame);
        return;
      default:
        this.#declare(frame);
    }
  }

  #hearFault(frame: Frame): void {
    const code = frame.string();
    this.#fault = { code, text: frame.text() };
    if (this.#raised[0] === frame.subject) this.#last = this.#raised[1];
  }

  #declare(frame: Frame): void {
    const declared = this.entities.declare(frame);
    if (declared === undefined) {
      if ((frame.flags & MAY_IGNORE) !== 0) return;
      throw frame.fault('is of a kind that this version of Orrery does not know');
    }
    if (frame.kind === FrameKind.NODE) (declared as GraphNode).attach(this.executor);
  }

  #publish(frame: Frame): void {
    const publisher = this.entities.get(frame, frame.subject, Publisher);
    const slot = frame.u32();
    const bytes = messageIn(frame, publisher.type, publisher.name);
    const transfer = frame.keepsBytes;
    this.#onBehalf(slot, () => publisher.publishSerialized(bytes, { transfer }));
  }

  #onBehalf(slot: number, action: () => void): void {
    const callback = this.#open.get(slot);
    const isCurrent = callback?.number === this.#options.simulation.graph.cause;
    if (callback === undefined || isCurrent) action();
    else callback.resume(action);
  }

  #done(slot: number): void {
    this.#open.get(slot)?.end();
    this.#open.delete(slot);
  }

  #idle(frame: Frame): void {
    const { epoch } = this.#options.simulation.graph;
    const deadline = frame.big();
    const at = deadline === NEVER ? Number.POSITIVE_INFINITY : Number(deadline - epoch);
    this.executor.idle(this.#waiters.read(frame), at);
  }

  #answer(frame: Frame): void {
    const { simulation, host } = this.#options;
    const answer = answerQuery(simulation, this, frame, host);
    const out = this.#out.begin(FrameKind.ANSWER).text(JSON.stringify(answer)).end();
    this.#options.channel.write(out.take());
  }

  #print(frame: Frame): void {
    const { host, limits, name } = this.#options;
    const stream = frame.u8() === 2 ? 'stderr' : 'stdout';
    const bytes = frame.rest();
    this.#printed += bytes.length;
    if (this.#printed > limits.printed) throw floodOf(name, limits.printed, this.running);
    host.print(stream, new Uint8Array(bytes));
  }

  /** Gives the guest the turn; errors of its frames get its name. */
  #turn(work: () => void): void {
    const { turn, over, name } = this.#options;
    turn.begin();
    try {
      work();
      if (this.#end !== undefined) over();
    } catch (error) {
      over(failureOf(name, error));
    } finally {
      turn.end();
    }
  }
}
