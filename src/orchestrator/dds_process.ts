/** One process that is ordered over DDS: it is released, and its callback is followed to its end. */
import { Awaited } from './awaited.js';
import { ChildProgram } from './child_program.js';
import type { Mirrored } from './mirrored.js';
import { MirroredEndpoints, type TimedOutput } from './mirrored_endpoints.js';
import { type OwnDomain, openOwnDomain } from './own_domain.js';
import { QUESTION } from './parameter_service.js';
import { ProcessQuestions } from './process_questions.js';
import type {
  Means,
  ProcessInput,
  ProcessOutput,
  ProcessStart,
  ThreadAnswer,
} from './thread_protocol.js';
import { threadStates } from './thread_states.js';

type Answer = Omit<ThreadAnswer, 'kind' | 'ticket'>;

/** A process that has started says nothing new for so long; ms. */
const SETTLED_MS = 60;
/** How often is looked whether a request was acknowledged; ms. */
const ACKNOWLEDGED_MS = 1;
/** Of each node, one after the other. */
const QUESTIONS = 2;
const EVENTS = '/parameter_events';

export class DdsProcess {
  readonly #start: ProcessStart;
  readonly #awaited = new Awaited();
  readonly #outputs: TimedOutput[] = [];
  /** Calls that the run has made, by `handle call`. */
  readonly #calls = new Map<string, number>();
  #domain!: OwnDomain;
  #mirror!: MirroredEndpoints;
  #questions!: ProcessQuestions;
  #child: ChildProgram | undefined;
  #isStarted = false;
  /** Its callback has asked something, and nobody knows whether it waits for the response. */
  #isAsking = false;
  #lastHeard = 0;
  /** Where a message goes whose writer is not known yet: nothing is waited for. */
  #phase = 'its start';

  constructor(start: ProcessStart) {
    this.#start = start;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts the program and lets it go on until it waits. @throws `ORR_ORCHESTRATOR_DOMAIN`, `ORR_DDS_…` */
  async start(first: number, spawned: (pid: number) => void): Promise<Answer> {
    const { limits, gidBytes } = this.#start;
    const noticed = () => {
      this.#lastHeard = performance.now();
      this.#awaited.changed();
    };
    this.#domain = await openOwnDomain(
      first,
      {
        onPeer: noticed,
        onEndpoint: (_, data, change) => {
          noticed();
          const kind = data.guid.entity & 0x3f;
          if (change === 'left') this.#mirror.lost(data.guid.text);
          else this.#mirror.found(data, kind === 0x02 || kind === 0x03);
        },
      },
      gidBytes,
      noticed,
    );
    const { driver, domain } = this.#domain;
    this.#mirror = new MirroredEndpoints(driver, {
      output: (timed, from) => this.#output(timed, from),
      reply: (from, call, payload, sentAt) => this.#reply(from, call, payload, sentAt),
      changed: this.#awaited.changed,
    });
    this.#questions = new ProcessQuestions(this.#mirror, this.#awaited, () => this.#isOver);
    const child = new ChildProgram(this.#start, domain, this.#awaited.changed);
    this.#child = child;
    if (child.pid !== undefined) spawned(child.pid);
    const isThere = await this.#awaited.until(
      () => this.#isAnnounced || this.#isOver,
      limits.start,
      5,
    );
    if (this.#isOver) return this.#answer('ended');
    if (!isThere) return this.#answer('hung');
    const state = await this.#complete();
    this.#isStarted = true;
    return { ...this.#answer(state), missed: this.#missed() };
  }

  /** Topics on which it has published before anybody could hear it, and that keep nothing for later. */
  #missed(): string[] {
    return [...this.#mirror.all.values()]
      .filter(
        ({ first = 1, qos, name }) => first > 1 && qos.durability === 'volatile' && name !== EVENTS,
      )
      .map(({ name }) => name)
      .sort();
  }

  get #isOver(): boolean {
    return this.#child?.end !== undefined;
  }

  /** Whether all that it has said of itself is known, as far as one can tell. */
  get #isAnnounced(): boolean {
    const { graph } = this.#domain;
    const { all, isHeard } = this.#mirror;
    if (all.size === 0 || !isHeard) return false;
    const quiet = performance.now() - this.#lastHeard;
    const isPlaced = [...all.values()].every(({ guid }) => graph.nodeOf(guid) !== undefined);
    return (
      quiet >
      (isPlaced && this.#questions.doors('get').length > 0 ? SETTLED_MS : this.#start.limits.quiet)
    );
  }

  #output(timed: TimedOutput, from: Mirrored): void {
    if (from.name === EVENTS && timed.output.kind === 'message') {
      // Of what it sets while it starts, chance decides what is heard.
      if (!this.#isStarted) return;
      if (this.#questions.isReadBack(timed.output.payload)) return;
    }
    this.#outputs.push(timed);
  }

  #reply(from: Mirrored, call: number, payload: Uint8Array, sentAt: bigint | undefined): void {
    const key = `${from.handle} ${call}`;
    const number = this.#calls.get(key);
    this.#questions.answered(from, call);
    if (number !== undefined) {
      this.#calls.delete(key);
      const output = { kind: 'response', handle: from.handle, number, payload } as const;
      this.#outputs.push({ output, sentAt });
    }
    this.#awaited.changed();
  }

  /** Lets it do one thing, to its end. */
  async release(clock: bigint | undefined, input: ProcessInput): Promise<Answer> {
    const strays = this.#isAsking ? [] : this.#takeOutputs();
    if (this.#isOver) return { ...this.#answer('ended'), strays };
    if (input.kind === 'settle') return this.#settle();
    this.#phase = 'its clock';
    if (
      clock !== undefined &&
      !(await this.#questions.setClock(clock, this.#start.limits.callback))
    ) {
      return { ...this.#answer(this.#isOver ? 'ended' : 'hung'), strays };
    }
    this.#phase = this.#deliver(input);
    this.#domain.driver.wake();
    const { writers } = this.#domain.driver.participant;
    const isIn = await this.#awaited.until(
      () => this.#isOver || writers.every(({ isAcknowledged }) => isAcknowledged),
      this.#start.limits.callback,
      ACKNOWLEDGED_MS,
    );
    const state = isIn ? await this.#complete() : 'hung';
    return { ...this.#answer(this.#isOver ? 'ended' : state), strays };
  }

  /** @returns what is waited for, in words */
  #deliver(input: Exclude<ProcessInput, { readonly kind: 'settle' }>): string {
    const now = this.#domain.driver.now();
    if (input.kind === 'clock') return 'its timers';
    if (input.kind === 'resume') return 'a response that nobody gives';
    const to = this.#mirror.of(input.handle);
    if (input.kind === 'message') to?.writer?.write(input.payload, now);
    else if (input.kind === 'request') {
      const call = to?.client?.call(input.payload, now);
      if (to !== undefined && call !== undefined)
        this.#calls.set(`${to.handle} ${call}`, input.number);
    } else {
      const request = to?.requests.get(input.number);
      to?.requests.delete(input.number);
      if (request !== undefined) to?.server?.respond(input.payload, request, now);
    }
    return `its callback for ${to?.role ?? ''} ${to?.name ?? 'something that is gone'}`;
  }

  /** Asks every node something that it answers only when its callback is over, and waits for that. */
  async #complete(): Promise<Answer['state']> {
    const { limits } = this.#start;
    // The first of two is answered when what was open before is over: it may have been asked long ago.
    const wasOpen = this.#questions.isOpen;
    if (wasOpen) {
      const state = await this.#followed();
      if (state !== 'idle') return state;
    }
    const doors = this.#questions.doors('get');
    if (doors.length === 0) {
      const isQuiet = () => performance.now() - this.#lastHeard > limits.quiet;
      this.#lastHeard = performance.now();
      await this.#awaited.until(() => isQuiet() || this.#isOver, limits.callback);
      return this.#hasAsked ? 'blocked' : 'idle';
    }
    // An executor that was busy may find message and question at once, and take the question first;
    // when it takes a second one, everything that it has found before is over.
    for (let round = 0; round < QUESTIONS; round++) {
      for (const { server } of doors) this.#questions.ask(server, QUESTION);
      const state = await this.#followed();
      if (state !== 'idle') return state;
    }
    return 'idle';
  }

  /** Waits until everything asked is answered, or it has sent a request of its own. */
  async #followed(): Promise<Answer['state']> {
    const isDone = () => this.#isOver || !this.#questions.isOpen;
    await this.#awaited.until(() => isDone() || this.#hasAsked, this.#start.limits.callback);
    if (this.#hasAsked && !this.#isOver) return 'blocked';
    return isDone() ? 'idle' : 'hung';
  }

  /** Finds out whether its callback goes on without the response. What it sends shows that it does. */
  async #settle(): Promise<Answer> {
    const doors = this.#questions.doors('get');
    if (!this.#questions.isOpen) {
      for (const { server } of doors) this.#questions.ask(server, QUESTION);
    }
    const isOver = () => this.#isOver || (doors.length > 0 && !this.#questions.isOpen);
    const goesOn = await this.#awaited.until(
      () => isOver() || this.#outputs.length > 0,
      this.#start.limits.inside,
    );
    return this.#answer(goesOn ? await this.#complete() : 'blocked');
  }

  /** Whether it has sent a request that the run has not been told of. */
  get #hasAsked(): boolean {
    return this.#outputs.some(({ output }) => output.kind === 'request');
  }

  /** In the order in which the process sent it; `whole`: not only up to its first request. */
  #takeOutputs(isWhole = true): ProcessOutput[] {
    const timed = this.#outputs.splice(0);
    const isDated = timed.every(({ sentAt }) => sentAt !== undefined);
    if (isDated) timed.sort((a, b) => (a.sentAt! < b.sentAt! ? -1 : a.sentAt! > b.sentAt! ? 1 : 0));
    // How much of the rest is here already is chance: it is told with what comes next.
    const first = isWhole ? -1 : timed.findIndex(({ output }) => output.kind === 'request');
    if (first >= 0) this.#outputs.push(...timed.splice(first + 1));
    return timed.map(({ output }) => output);
  }

  #answer(reached: Answer['state']): Answer {
    const state = this.#isOver ? 'ended' : reached;
    this.#isAsking = state === 'blocked';
    const means: Means = this.#questions.doors('get').length > 0 ? 'barrier' : 'quiet';
    const report =
      state === 'hung' && this.pid !== undefined
        ? `it is in ${this.#phase}; ${threadStates(this.pid)}`
        : undefined;
    return {
      ...{
        state,
        strays: [],
        missed: [],
        outputs: this.#takeOutputs(!this.#isAsking),
        means,
        report,
      },
      declared: this.#mirror.declare(this.#domain.graph),
      gone: this.#mirror.takeGone(),
      usesClock: this.#mirror.clock !== undefined,
      end: this.#child?.end,
    };
  }

  /**
   * Ends it, and leaves its domain. One that crashes is not asked.
   *
   * @returns what it has sent since its last callback was over
   */
  async stop(isCrash: boolean): Promise<ProcessOutput[]> {
    const strays = this.#isAsking ? [] : this.#takeOutputs();
    if (isCrash) this.#child?.signal('SIGKILL');
    await this.#child?.stop(this.#start.limits.stop);
    await this.#domain?.driver.close();
    return strays;
  }
}
