/** One process that is ordered over DDS: it is released, and its callback is followed to its end. */
import type { DiscoveryListener, Guid } from '../dds/index.js';
import { Announcements } from './announcements.js';
import { AttachedProgram } from './attached_program.js';
import { Awaited } from './awaited.js';
import { ChildProgram, type OrderedProgram } from './child_program.js';
import { deliverInput } from './deliver_input.js';
import { ExpectedEnd, meansOf } from './expected_end.js';
import { InputTransit } from './input_transit.js';
import type { Mirrored } from './mirrored.js';
import { EVENTS, MirroredEndpoints } from './mirrored_endpoints.js';
import { OutputGathering } from './output_gathering.js';
import { joinDomainOf, type OwnDomain, openOwnDomain } from './own_domain.js';
import { ProcessQuestions } from './process_questions.js';
import { SleepWatch } from './sleep_watch.js';
import { STATUS_TYPE, statusOf } from './status_message.js';
import type {
  CallbackEnd,
  Means,
  ProcessInput,
  ProcessOutput,
  ProcessStart,
  ThreadAnswer,
} from './thread_protocol.js';
import { asSent, type TimedOutput, uptoRequest } from './timed_output.js';
import { unfinished } from './unfinished.js';
import { UntakenInput } from './untaken_input.js';

type Answer = Omit<ThreadAnswer, 'kind' | 'ticket'>;

export class DdsProcess {
  readonly #start: ProcessStart;
  readonly #awaited = new Awaited();
  readonly #outputs: TimedOutput[] = [];
  /** Calls that the run has made, by `handle call`. */
  readonly #calls = new Map<string, number>();
  readonly #untaken = new UntakenInput(this.#calls);
  #domain!: OwnDomain;
  #mirror!: MirroredEndpoints;
  #announcements: Announcements<Guid> | undefined;
  #questions!: ProcessQuestions;
  #gathering!: OutputGathering;
  #transit!: InputTransit;
  #child: OrderedProgram | undefined;
  #isStarted = false;
  /** Whether its callback has sent a request and it is unknown whether the callback waits for the response. */
  #isAsking = false;
  /** How the end of the open callback is recognised, and what the callback must send before. */
  #means: Means = 'quiet';
  #expected: ExpectedEnd | undefined;
  #phase = 'starting';

  constructor(start: ProcessStart) {
    this.#start = start;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts the program and runs it until it waits. @throws `ORR_ORCHESTRATOR_DOMAIN`, `ORR_DDS_…` */
  async start(domains: readonly number[], spawned: (pid: number) => void): Promise<Answer> {
    const { limits, gidBytes, attached } = this.#start;
    const noticed = () => {
      this.#announcements?.heard();
      this.#awaited.changed();
    };
    const guest = attached && new AttachedProgram(this.#awaited.changed);
    const listener: DiscoveryListener = {
      onPeer: (peer, change) => {
        guest?.heard(peer, change);
        noticed();
      },
      onEndpoint: (_, data, change) => {
        noticed();
        const kind = data.guid.entity & 0x3f;
        if (change === 'left') this.#mirror.lost(data.guid.text);
        else this.#mirror.found(data, kind === 0x02 || kind === 0x03);
      },
    };
    this.#domain =
      attached === undefined
        ? await openOwnDomain(domains, listener, gidBytes, noticed)
        : await joinDomainOf(attached, listener, gidBytes, noticed);
    const { driver, domain, graph } = this.#domain;
    this.#mirror = new MirroredEndpoints(driver, {
      output: (timed, from) => this.#output(timed, from),
      reply: (from, call, payload, sentAt) => this.#reply(from, call, payload, sentAt),
      changed: this.#awaited.changed,
    });
    const isOver = () => this.#isOver;
    this.#questions = new ProcessQuestions(this.#mirror, this.#awaited, isOver, this.#isStopped);
    this.#gathering = new OutputGathering(driver, this.#mirror, this.#awaited, isOver);
    this.#transit = new InputTransit(driver, this.#awaited, isOver);
    const child = guest ?? new ChildProgram(this.#start, domain, this.#awaited.changed);
    this.#child = child;
    if (child.pid !== undefined) spawned(child.pid);
    const announcements = new Announcements(this.#mirror, graph, this.#questions, limits.quiet);
    this.#announcements = announcements;
    const isAnnounced = () => this.#isOver || announcements.isOver(child.pid);
    const announced = () => this.#awaited.until(isAnnounced, limits.start, 5);
    if (!(await announced())) return this.#answer('hung');
    this.#expect({ wanted: 'strongest' });
    const state = this.#isOver ? 'ended' : await this.#finished();
    announcements.said();
    if (state === 'idle') await announced();
    this.#isStarted = true;
    announcements.started();
    return this.#answer(state);
  }

  get #isOver(): boolean {
    return this.#child?.end !== undefined;
  }

  /** Whether it has ended or has sent a request itself. */
  readonly #isStopped = (): boolean => this.#isOver || this.#hasAsked;

  #output(timed: TimedOutput, from: Mirrored): void {
    if (from.name === EVENTS && timed.output.kind === 'message') {
      // Chance decides which of the parameters that it sets while it starts are heard.
      if (!this.#isStarted) return;
      if (this.#questions.isReadBack(timed.output.payload)) return;
    }
    this.#outputs.push(timed);
    if (timed.output.kind !== 'message') return;
    const status = from.type === STATUS_TYPE ? statusOf(timed.output.payload) : undefined;
    if (status === undefined) this.#expected?.sent(from.name);
    else this.#expected?.said(status);
  }

  #expect(end: CallbackEnd): void {
    this.#means = meansOf(end, this.#questions.hasServices);
    const isDeclared = this.#means === 'outputs' || this.#means === 'status';
    this.#expected = isDeclared ? new ExpectedEnd(end.declared!) : undefined;
  }

  #reply(from: Mirrored, call: number, payload: Uint8Array, sentAt: bigint | undefined): void {
    this.#questions.answered(from, call);
    const key = this.#calls.size > 0 ? `${from.handle} ${call}` : '';
    const number = this.#calls.get(key);
    if (number !== undefined) {
      this.#calls.delete(key);
      const what = { kind: 'response', handle: from.handle, number } as const;
      this.#outputs.push({ output: { ...what, payload: payload.slice() }, sentAt });
    }
    if (!this.#questions.isOpen) this.#untaken.answered();
    this.#awaited.changed();
  }

  /** Releases it for one event, and waits until the event has been handled. */
  async release(
    clock: bigint | undefined,
    input: ProcessInput,
    end: CallbackEnd | undefined,
  ): Promise<Answer> {
    const strays = this.#isAsking ? [] : this.#takeOutputs();
    if (end !== undefined) this.#expect(end);
    if (this.#isOver) return this.#answer('ended', strays);
    if (input.kind === 'settle') return this.#settle();
    this.#gathering.begin();
    this.#phase = 'setting its clock';
    const patience = this.#start.limits.callback;
    const seen = clock === undefined ? 'seen' : await this.#questions.setClock(clock, patience);
    if (seen === 'unseen') return this.#answer('hung', strays);
    if (seen === 'over' && input.kind === 'clock' && this.#means === 'barrier') {
      await this.#gathering.end(patience);
      return this.#answer('idle', strays);
    }
    this.#phase = deliverInput(this.#mirror, input, this.#calls);
    const to = 'handle' in input ? this.#mirror.of(input.handle) : undefined;
    this.#untaken.begin(input, to);
    const isFollowed = this.#send(to);
    const isIn = await this.#transit.arrived(patience);
    const state = isIn ? await this.#finished(isFollowed && !this.#transit.wasRepeated) : 'hung';
    return this.#answer(state, strays);
  }

  /** Sends an input, and the questions behind it if they cannot overtake it; returns whether these were sent. */
  #send(to: Mirrored | undefined): boolean {
    const isAsked = this.#means === 'barrier' && !this.#questions.isOpen;
    const doors = isAsked ? this.#questions.doors('get') : [];
    const ask = () => this.#questions.askAll(doors, 'behind');
    const servers = doors.map(({ server }) => server);
    return this.#transit.beginWith(to, servers, ask, !this.#mirror.hasClients);
  }

  /** Waits until the callback is over, and everything that it has sent has arrived. */
  async #finished(isAsked = false): Promise<Answer['state']> {
    const { limits } = this.#start;
    let state = isAsked ? await this.#followed() : await this.#complete();
    if (isAsked && state === 'idle' && this.#transit.wasRepeated) {
      state = (await this.#transit.arrived(limits.callback)) ? await this.#complete() : 'hung';
    }
    if (state === 'idle' && this.#means === 'barrier' && !this.#untaken.isProven) {
      await this.#untaken.taken(this.#awaited, this.pid, this.#isStopped, limits.quiet);
      state = await this.#complete();
    }
    if (state !== 'hung') await this.#gathering.end(limits.callback);
    return state;
  }

  /** Asks every node a question that it answers only when its callback is over, and waits for the answers. */
  async #complete(): Promise<Answer['state']> {
    const { limits } = this.#start;
    const expected = this.#expected;
    if (expected !== undefined) {
      await this.#awaited.until(() => expected.isReached || this.#isStopped(), limits.callback);
      if (this.#hasAsked && !this.#isOver) return 'blocked';
      return expected.isReached || this.#isOver ? 'idle' : 'hung';
    }
    // The first of two answers says only that an earlier callback is over: it may have been asked long ago.
    const wasOpen = this.#questions.isOpen;
    if (wasOpen) {
      const state = await this.#followed();
      if (state !== 'idle') return state;
    }
    const doors = this.#questions.doors('get');
    if (doors.length === 0 || this.#means === 'quiet') {
      const announcements = this.#announcements!;
      announcements.heard();
      const isQuiet = () => this.#isOver || announcements.quiet > limits.quiet;
      await this.#awaited.until(isQuiet, limits.callback);
      return this.#hasAsked ? 'blocked' : 'idle';
    }
    this.#questions.askAll(doors, 'there');
    return this.#followed();
  }

  /** Waits until all questions are answered, or the process has sent a request of its own. */
  async #followed(): Promise<Answer['state']> {
    const isDone = () => this.#isOver || !this.#questions.isOpen;
    await this.#awaited.until(() => isDone() || this.#hasAsked, this.#start.limits.callback);
    if (this.#hasAsked && !this.#isOver) return 'blocked';
    return isDone() ? 'idle' : 'hung';
  }

  /** Determines whether its callback continues without the response; if it sends anything, it does. */
  async #settle(): Promise<Answer> {
    const doors = this.#means === 'barrier' ? this.#questions.doors('get') : [];
    if (!this.#questions.isOpen) this.#questions.askAll(doors, 'inside');
    const isOver = () =>
      this.#isOver ||
      this.#expected?.isReached === true ||
      (doors.length > 0 && !this.#questions.isOpen);
    const hasGoneOn = () => isOver() || this.#outputs.length > 0;
    const { inside, callback } = this.#start.limits;
    const watch = new SleepWatch(this.pid);
    const goesOn = await this.#awaited.untilIdle(hasGoneOn, () => watch.look(), inside, callback);
    return this.#answer(goesOn ? await this.#finished() : 'blocked');
  }

  /** Whether it has sent a request that has not been passed to the run. */
  get #hasAsked(): boolean {
    return this.#outputs.some(({ output }) => output.kind === 'request');
  }

  /** Takes the outputs in the order in which they were sent: up to the first request, or all of them (`whole`). */
  #takeOutputs(isWhole = true): ProcessOutput[] {
    if (this.#outputs.length === 0) return [];
    const [taken, rest] = uptoRequest(asSent(this.#outputs.splice(0)), isWhole);
    this.#outputs.push(...rest);
    return taken.map(({ output }) => output);
  }

  get #unfinished(): string {
    const { callback, start } = this.#start.limits;
    const missing = this.#expected?.missing ?? this.#questions.missing;
    return unfinished(this.#phase, this.#isStarted ? callback : start, missing, this.pid);
  }

  #answer(reached: Answer['state'], strays: readonly ProcessOutput[] = []): Answer {
    const state = this.#isOver ? 'ended' : reached;
    this.#isAsking = state === 'blocked';
    const report = state === 'hung' ? this.#unfinished : undefined;
    return {
      ...{ state, strays, means: this.#means, report },
      outputs: this.#takeOutputs(!this.#isAsking),
      declared: this.#mirror.declare(this.#domain.graph),
      gone: this.#mirror.takeGone(),
      doubts: [...this.#mirror.takeLost(), ...(this.#announcements?.takeDoubts() ?? [])],
      usesClock: this.#mirror.clock !== undefined,
      end: this.#child?.end,
    };
  }

  /**
   * Ends it and leaves its domain; a crash comes without warning.
   *
   * @returns what it has sent and announced since its last callback ended
   */
  async stop(isCrash: boolean): Promise<Pick<Answer, 'strays' | 'doubts'>> {
    const strays = this.#isAsking ? [] : this.#takeOutputs();
    const doubts = this.#announcements?.takeDoubts() ?? [];
    if (isCrash) this.#child?.signal('SIGKILL');
    await this.#child?.stop(this.#start.limits.stop);
    await this.#domain?.driver.close();
    return { strays, doubts };
  }
}
