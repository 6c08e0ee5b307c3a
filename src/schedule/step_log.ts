import {
  type Client,
  type Graph,
  type GraphListener,
  type Observer,
  type Publisher,
  Service,
  Subscription,
  Waitable,
} from '../graph/index.js';
import type { Runnable } from '../kernel/index.js';
import { EVERYTHING, type Footprint, meet } from './footprint.js';
import { Labels } from './labels.js';

/** How many steps a run may have to be logged. */
const MOST = 20_000;

/** One thing that ran. */
export interface Step {
  readonly at: number;
  /** Its name, see {@link StepReport.names}. */
  readonly what: number;
  readonly footprint: readonly number[];
  /** The names of all that could have run; absent: nothing else could. */
  readonly choice?: readonly number[];
}

/** What ran, in order, and what each step touched. Plain data. */
export interface StepReport {
  readonly names: readonly string[];
  readonly steps: readonly Step[];
  /** Why the log says nothing about other orders of these steps. */
  readonly unfit: string | undefined;
  /** Whether, from the end of the log on, only steps that other runs have tried could run. */
  readonly asleep: boolean;
}

/** What is to be logged. */
export interface StepOptions {
  /** Whether nodes of one program share no memory. */
  readonly isolated?: boolean;
  /** Whether the order of all messages matters, because a check looks at it. */
  readonly ordered?: boolean;
}

/** A step that another run began with; it is not tried here until a step has met it. */
export interface Sleeper {
  readonly what: string;
  readonly footprint: Footprint;
}

/** Logs the steps of a run, and lets sleepers sleep until a step meets them. */
export class StepLog implements Observer, GraphListener {
  readonly #graph: Graph;
  readonly #options: StepOptions;
  readonly #labels = new Labels();
  readonly #names = new Map<string, number>();
  readonly #steps: Step[] = [];
  readonly #footprint = new Set<string>();
  /** What runs now. */
  #open: { readonly at: number; readonly what: number; readonly choice?: number[] } | undefined;
  /** What was chosen, before it runs. */
  #chosen: { readonly what: number; readonly choice: number[] } | undefined;
  #sleepers: readonly Sleeper[] = [];
  #isAsleep = false;
  #unfit: string | undefined;

  constructor(graph: Graph, options: StepOptions) {
    this.#graph = graph;
    this.#options = options;
    graph.observers.add('watch', this);
    graph.listeners.add('note', this);
  }

  /** Lets these sleep from now on. */
  lull(sleepers: readonly Sleeper[]): void {
    this.#sleepers = sleepers;
  }

  /** The indices of the candidates that do not sleep; if all do, the log ends. */
  awake(candidates: readonly Runnable[]): number[] {
    const awake = [...candidates.keys()].filter(
      (i) => !this.#sleeps(this.#labels.of(candidates, i)),
    );
    if (awake.length === 0) this.#fallAsleep();
    return awake;
  }

  chose(candidates: readonly Runnable[], index: number): void {
    if (candidates[0]?.isPlace) {
      // It affects steps that come much later.
      this.#unfit = 'an executor serves several nodes in an order of its own';
      return;
    }
    const choice = candidates.map((_, i) => this.#name(this.#labels.of(candidates, i)));
    this.#chosen = { what: choice[index]!, choice };
  }

  /** Notes that this is about to run. */
  before(item: Runnable): void {
    this.settle();
    const { now: at } = this.#graph.kernel;
    const chosen = this.#chosen;
    this.#chosen = undefined;
    if (this.#isAsleep || this.#unfit !== undefined) return;
    if (chosen === undefined) {
      const label = this.#labels.of([item], 0);
      if (this.#sleeps(label)) {
        this.#fallAsleep();
        return;
      }
      this.#open = { at, what: this.#name(label) };
    } else {
      this.#open = { at, ...chosen };
    }
    // What programs did while they were loaded belongs to no step.
    this.#footprint.clear();
    this.#noteInputs(item);
    if (this.#steps.length >= MOST) this.#unfit = `a run has more than ${MOST} steps`;
  }

  /** Closes the step: what ran has had all its effects. */
  settle(): void {
    if (this.#open === undefined) return;
    const footprint = [...this.#footprint];
    this.#steps.push({ ...this.#open, footprint: footprint.map((each) => this.#name(each)) });
    this.#sleepers = this.#sleepers.filter((each) => !meet(each.footprint, footprint));
    this.#open = undefined;
    this.#footprint.clear();
  }

  report(): StepReport {
    this.settle();
    const [unfit, asleep] = [this.#unfit, this.#isAsleep];
    return { names: [...this.#names.keys()], steps: this.#steps, unfit, asleep };
  }

  published({ name, subscriptions }: Publisher): number {
    if (subscriptions.length > 0) this.#footprint.add(`>${name}`);
    if (this.#options.ordered) this.#footprint.add('>what checks see');
    return 0;
  }

  called(sender: Client | Service): number {
    const part = sender instanceof Service ? 'response' : 'request';
    this.#footprint.add(`>${part} ${sender.name}`);
    return 0;
  }

  nodeCreated(): void {
    this.#footprint.add(EVERYTHING);
  }

  nodeEnding(): void {
    this.#footprint.add(EVERYTHING);
  }

  entityCreated(): void {
    this.#footprint.add(EVERYTHING);
  }

  entityEnding(): void {
    this.#footprint.add(EVERYTHING);
  }

  #noteInputs(item: Runnable): void {
    if (!(item instanceof Waitable)) {
      this.#footprint.add(EVERYTHING);
      return;
    }
    const { node, kind, name } = item;
    // Executors with threads run several things in one step and order them themselves.
    if (node.executor?.describe !== undefined) this.#unfit = 'an executor has threads';
    const { isolated = false } = this.#options;
    // A timer of JavaScript belongs to its program, and so to any of its nodes.
    if (isolated && kind === 'user_timer') this.#footprint.add(EVERYTHING);
    this.#footprint.add(`in ${isolated ? node.fullName : node.program}`);
    if (item instanceof Subscription) this.#footprint.add(`<${name}`);
    else if (kind === 'service') this.#footprint.add(`<request ${name}`);
    else if (kind === 'client') this.#footprint.add(`<response ${name}`);
  }

  #sleeps(label: string): boolean {
    return this.#sleepers.some(({ what }) => what === label);
  }

  #fallAsleep(): void {
    this.#isAsleep = true;
    this.#sleepers = [];
  }

  #name(text: string): number {
    const known = this.#names.get(text) ?? this.#names.size;
    this.#names.set(text, known);
    return known;
  }
}
