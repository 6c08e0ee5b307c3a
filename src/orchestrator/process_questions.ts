/** The questions to the nodes of a process, whose answers show its progress. */
import type { Awaited } from './awaited.js';
import type { Mirrored } from './mirrored.js';
import type { MirroredEndpoints } from './mirrored_endpoints.js';
import { clockMessage, parameterServiceOf, QUESTION, READ_BACK } from './parameter_service.js';
import { ReadBackEvents } from './read_back_events.js';

/** The clock is written again if a node has not seen it after this many tries. */
const TRIES = 4;
/**
 * Questions to each node, one after the other: within a callback, after the input was acknowledged,
 * and directly behind the input.
 */
const QUESTIONS = { inside: 1, there: 2, behind: 3 };
/** The first reading shows the clock; the other two, like two questions, show that its consequences are over. */
const READINGS = 3;
/**
 * How long to wait, in ms, for the event with the clock, which was sent before the response to the
 * reading but on another path.
 */
const EVENT_MS = 60;

type Which = 'get' | 'set';

/** A parameter service of a node. */
interface Door {
  readonly node: string;
  readonly server: Mirrored;
}

const CALLS = 2 ** 32;
const keyOf = (handle: number, call: number) => handle * CALLS + call;
const handleOf = (key: number) => Math.floor(key / CALLS);

export class ProcessQuestions {
  /** Unanswered questions, by {@link keyOf}. */
  readonly #open = new Set<number>();
  /** The clock readings that nodes have reported, in order. */
  readonly #clocks = new Map<string, bigint[]>();
  readonly #events = new ReadBackEvents();
  #time: bigint | undefined;
  #doors: Record<Which, readonly Door[]> = { get: [], set: [] };
  /** The number of endpoint changes when the doors were last collected. */
  #doorsAt = -1;

  constructor(
    readonly mirror: MirroredEndpoints,
    readonly awaited: Awaited,
    /** Whether the process has ended. */
    readonly isGone: () => boolean,
    /** Whether it has ended, or has sent a request itself before it answers. */
    readonly isStopped: () => boolean,
  ) {}

  get isOpen(): boolean {
    return this.#open.size > 0;
  }

  /** What nodes still have to do: appear, or answer a question, which a node within a callback cannot. */
  get missing(): string | undefined {
    if (this.mirror.all.size === 0) return 'announce a ROS 2 node';
    const handles = new Set([...this.#open].map(handleOf));
    const names = [...handles].map((handle) => this.mirror.of(handle)?.name);
    const all = names.filter((name) => name !== undefined).sort();
    return all.length === 0 ? undefined : `answer a call of ${all.join(' and ')}`;
  }

  /** Whether its nodes have parameter services. */
  get hasServices(): boolean {
    return this.doors('get').length > 0;
  }

  /** The parameter servers of the nodes. */
  doors(which: Which): readonly Door[] {
    if (this.#doorsAt !== this.mirror.changes) {
      this.#doorsAt = this.mirror.changes;
      this.#doors = { get: this.#find('get'), set: this.#find('set') };
    }
    return this.#doors[which];
  }

  #find(which: Which): Door[] {
    return [...this.mirror.all.values()].flatMap((server) => {
      if (server.role !== 'server' || server.client === undefined) return [];
      const found = parameterServiceOf(server.name, server.type);
      return found?.which === which ? [{ node: found.node, server }] : [];
    });
  }

  #ask({ handle, client }: Mirrored, question: Uint8Array): void {
    const call = client?.call(question, this.mirror.driver.now());
    this.#open.add(keyOf(handle, call ?? 0));
  }

  /**
   * Asks nodes questions that they answer only when their callbacks are over. An executor that was busy may find a message
   * and a question at once, or even the question alone; when it takes the next question, everything that it found before is
   * over. It takes one request of a service at a time, so all questions may be sent at once. With several threads, one thread
   * may have missed the message while another answered a question. Messages and timers precede questions, so this requires a
   * thread that is halted in the middle of its search until the other one is ready, once for each question. A question that
   * is sent behind a message and arrives together with it needs one more. For inputs that come after questions, see
   * `UntakenInput`.
   */
  askAll(doors: readonly { readonly server: Mirrored }[], when: keyof typeof QUESTIONS): void {
    for (const { server } of doors) {
      for (let i = 0; i < QUESTIONS[when]; i++) this.#ask(server, QUESTION);
    }
    // Questions behind an input are sent together with it.
    if (when !== 'behind') this.mirror.driver.flush();
  }

  answered({ handle }: Mirrored, call: number): void {
    this.#open.delete(keyOf(handle, call));
  }

  /** Whether a parameter event is an answer to a question of ours, which the run must not see. */
  isReadBack(event: Uint8Array): boolean {
    const said = this.#events.read(event);
    if (said === undefined) return false;
    const known = this.#clocks.get(said.node);
    if (known === undefined) this.#clocks.set(said.node, [said.time]);
    else known.push(said.time);
    return true;
  }

  /**
   * Sets the clock of the process, and waits until each node has seen it. `over`: the callbacks of its
   * timers are over as well. `unseen`: the process is gone or does not answer.
   */
  async setClock(time: bigint, patienceMs: number): Promise<'over' | 'seen' | 'unseen'> {
    const { clock, driver } = this.mirror;
    if (clock === undefined || this.#time === time) return 'seen';
    this.#time = time;
    const write = () => clock.write(clockMessage(time), driver.now());
    write();
    // Within a callback no node can answer; the clock takes effect with the next event.
    if (this.isOpen) return 'seen';
    const end = performance.now() + patienceMs;
    const doors = this.doors('set');
    if (doors.length === 0) return 'seen';
    for (let tries = 1; ; tries++) {
      const read = await this.#readClocks(doors, end - performance.now());
      if (read === undefined) return this.isStopped() && !this.isGone() ? 'seen' : 'unseen';
      if (read.every((times) => (times.at(-1) ?? time) >= time)) {
        const isOver = read.every((times) => times.length === READINGS && times[0]! >= time);
        return isOver && this.doors('get').length === doors.length ? 'over' : 'seen';
      }
      if (tries % TRIES === 0) write();
    }
  }

  /**
   * Makes each node report its clock several times, with work in between: an executor takes one request
   * of a service, does everything else that it has found, timers first, and then takes the next request.
   */
  async #readClocks(
    doors: readonly Door[],
    patienceMs: number,
  ): Promise<readonly (readonly bigint[])[] | undefined> {
    this.#clocks.clear();
    for (const { server } of doors) {
      for (let i = 0; i < READINGS; i++) this.#ask(server, READ_BACK);
    }
    this.mirror.driver.flush();
    const isAnswered = await this.awaited.until(() => !this.isOpen || this.isStopped(), patienceMs);
    if (!isAnswered || this.isOpen) return undefined;
    const read = () => doors.map(({ node }) => this.#clocks.get(node) ?? []);
    const isTold = () => read().every(({ length }) => length >= READINGS);
    await this.awaited.until(() => isTold() || this.isStopped(), EVENT_MS);
    return this.isGone() ? undefined : read();
  }
}
