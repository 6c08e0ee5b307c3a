/** What a process announces of itself while it starts, and when that is all. */
import { type ProcessState, processState } from './thread_states.js';

/** A process counts as started when it has announced nothing new for this long; ms. */
const SETTLED_MS = 60;

/** The same for one that still works, or of whose endpoints some are announced in part: by themselves, or as those of a node. The rest follows, unless they are gone already; ms. */
const AWAITED_MS = 3000;

interface Endpoints<Id> {
  /** Whether all that it has published can be heard. */
  readonly isHeard: boolean;
  /** What it has published before that, as ends of sentences. */
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
  /** At its start; undefined before. */
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

  /** It has announced something. */
  heard(): void {
    this.#heardAt = performance.now();
  }

  /** For how long it has announced nothing; ms. */
  get quiet(): number {
    return performance.now() - this.#heardAt;
  }

  /** Whether it has announced everything, as far as one can tell. One that is halted has not. */
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

  /** Whether nodes have endpoints that are not announced, or endpoints nodes that are not. */
  get #isPartial(): boolean {
    return !this.#graph.isAnnounced || this.#unplaced.length > 0;
  }

  get #unplaced(): string[] {
    return [...this.#mirror.all.values()]
      .filter(({ guid }) => this.#graph.awaitsNodeOf(guid))
      .map(({ name }) => name)
      .sort();
  }

  /** It has said everything, as it waits for its next event: what is missing is on its way. */
  said(): void {
    if (this.#isPartial) this.heard();
  }

  /** It counts as started. */
  started(): void {
    this.#hadServices = this.#questions.hasServices;
    this.#doubts.push(
      ...this.#mirror.missed,
      ...this.#unplaced.map((name) => `uses ${name} and has not said which of its nodes does`),
    );
  }

  /** What it has announced in part, or so late that chance decides what was known at its start; as ends of sentences. */
  takeDoubts(): string[] {
    if (this.#hadServices === false && this.#questions.hasServices) {
      this.#hadServices = true;
      this.#doubts.push('has announced its first parameter services after it had started');
    }
    return this.#doubts.splice(0);
  }
}
