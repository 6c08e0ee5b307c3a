/** The questions to the nodes of a process by which its progress is known. */
import type { Awaited } from './awaited.js';
import type { Mirrored } from './mirrored.js';
import type { MirroredEndpoints } from './mirrored_endpoints.js';
import { clockMessage, parameterServiceOf, QUESTION, READ_BACK } from './parameter_service.js';
import { ReadBackEvents } from './read_back_events.js';

/** A clock that a node has not seen after so many tries is written again. */
const TRIES = 4;
/** Of each node, one after the other: in a callback, when the input has been acknowledged, and right behind it. */
const QUESTIONS = { inside: 1, there: 2, behind: 3 };
/** The first shows the clock, the other two that what follows from it is over, as two questions do. */
const READINGS = 3;
/** The event that tells the clock left before the response to the reading, by another way; ms. */
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
  /** Questions without an answer, by {@link keyOf}. */
  readonly #open = new Set<number>();
  /** The clock readings that nodes have reported, in order. */
  readonly #clocks = new Map<string, bigint[]>();
  readonly #events = new ReadBackEvents();
  #time: bigint | undefined;
  #doors: Record<Which, readonly Door[]> = { get: [], set: [] };
  /** The changes of endpoints after which these were found. */
  #doorsAt = -1;

  constructor(
    readonly mirror: MirroredEndpoints,
    readonly awaited: Awaited,
    /** Whether the process has ended. */
    readonly isGone: () => boolean,
    /** Whether it has ended, or asks something itself before it answers. */
    readonly isStopped: () => boolean,
  ) {}

  get isOpen(): boolean {
    return this.#open.size > 0;
  }

  /** What nodes still have to do: be there, or answer what they are asked, which those that are in a callback cannot. */
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

  /** The servers of the nodes for parameters. */
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
   * Asks nodes what they answer only when their callbacks are over. An executor that was busy may find a message and a
   * question at once, or even the question alone; when it takes another, everything that it has found before is over. It
   * takes one at a time of a service, so that all may be asked at once. Of an executor with several threads, one may have
   * passed over the message while another answered a question. Messages and timers go before questions: so that takes a
   * thread that is halted in the middle of looking, until the other one is ready, once for each question. What is sent behind
   * a message, and reaches them together with it, is one more. Of inputs that go behind questions, see `UntakenInput`.
   */
  askAll(doors: readonly { readonly server: Mirrored }[], when: keyof typeof QUESTIONS): void {
    for (const { server } of doors) {
      for (let i = 0; i < QUESTIONS[when]; i++) this.#ask(server, QUESTION);
    }
    // Those behind an input go with it.
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
   * Sets the clock of the process, and waits until each node has seen it. `over`: what its timers have
   * started is over as well. `unseen`: it is gone, or does not answer.
   */
  async setClock(time: bigint, patienceMs: number): Promise<'over' | 'seen' | 'unseen'> {
    const { clock, driver } = this.mirror;
    if (clock === undefined || this.#time === time) return 'seen';
    this.#time = time;
    const write = () => clock.write(clockMessage(time), driver.now());
    write();
    // Within a callback nobody can be asked; the clock goes with what follows.
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
   * Lets each node tell its clock several times. They are told apart: an executor takes one request of a
   * service, does what else it has found, timers first, and then takes the next.
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
