/** What a process announces about itself while it starts, and when its announcements are complete. */
import { type ProcessState, processState } from './thread_states.js';

/** A process counts as started when it has announced nothing new for this long; ms. */
const SETTLED_MS = 60;

/**
 * The same for a process that is still working, or with a partial announcement: an endpoint without
 * its node, or a node's endpoint alone. The rest follows, unless the endpoint is gone already; ms.
 */
const AWAITED_MS = 3000;

interface Endpoints<Id> {
  /** Whether everything that it publishes can be heard. */
  readonly isHeard: boolean;
  /** What it published before it could be heard, as ends of sentences. */
  readonly missed: readonly string[];
  readonly all: ReadonlyMap<string, { readonly guid: Id; readonly name: string }>;
}

interface Nodes<Id> {
  readonly isAnnounced: boolean;
  awaitsNodeOf(guid: Id): boolean;
}

interface Questions {
  /** Whether its nodes have parameter services. */
  readonly hasServices: boolean;
}

export class Announcements<Id> {
  readonly #mirror: Endpoints<Id>;
  readonly #graph: Nodes<Id>;
  readonly #questions: Questions;
  readonly #quietMs: number;
  readonly #state: (pid: number | undefined) => ProcessState;
  #heardAt = performance.now();
  /** Whether it had parameter services at its start; undefined before. */
  #hadServices: boolean | undefined;
  readonly #doubts: string[] = [];

  /** @param quietMs - for a process without parameter services */
  constructor(
    mirror: Endpoints<Id>,
    graph: Nodes<Id>,
    questions: Questions,
    quietMs: number,
    state = processState,
  ) {
    this.#mirror = mirror;
    this.#graph = graph;
    this.#questions = questions;
    this.#quietMs = quietMs;
    this.#state = state;
  }

  /** Called when it has announced something. */
  heard(): void {
    this.#heardAt = performance.now();
  }

  /** How long it has announced nothing; ms. */
  get quiet(): number {
    return performance.now() - this.#heardAt;
  }

  /** Whether it has announced everything, as far as can be told. A halted process has not. */
  isOver(pid: number | undefined): boolean {
    const { quiet } = this;
    if (quiet <= this.#settled) return false;
    const state = this.#state(pid);
    if (state === 'halted') this.heard();
    return state === 'asleep' || (state === 'awake' && quiet > AWAITED_MS);
  }

  get #settled(): number {
    if (this.#mirror.all.size === 0 || !this.#mirror.isHeard) return Number.POSITIVE_INFINITY;
    if (this.#isPartial) return AWAITED_MS;
    return this.#questions.hasServices ? SETTLED_MS : this.#quietMs;
  }

  /** Whether a node has unannounced endpoints, or an endpoint has an unannounced node. */
  get #isPartial(): boolean {
    return !this.#graph.isAnnounced || this.#unplaced.length > 0;
  }

  get #unplaced(): string[] {
    return [...this.#mirror.all.values()]
      .filter(({ guid }) => this.#graph.awaitsNodeOf(guid))
      .map(({ name }) => name)
      .sort();
  }

  /** Called when it waits for its next event: it has sent everything, and missing announcements are on their way. */
  said(): void {
    if (this.#isPartial) this.heard();
  }

  /** Called when it counts as started. */
  started(): void {
    this.#hadServices = this.#questions.hasServices;
    this.#doubts.push(
      ...this.#mirror.missed,
      ...this.#unplaced.map((name) => `uses ${name} and has not said which of its nodes does`),
    );
  }

  /**
   * Returns and forgets what it announced only in part, or so late that chance decides what was
   * known at its start; as ends of sentences.
   */
  takeDoubts(): string[] {
    if (this.#hadServices === false && this.#questions.hasServices) {
      this.#hadServices = true;
      this.#doubts.push('has announced its first parameter services after it had started');
    }
    return this.#doubts.splice(0);
  }
}
