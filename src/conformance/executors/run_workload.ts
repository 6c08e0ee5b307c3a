import {
  EventsExecutor,
  multiThreaded,
  type OrderInKind,
  singleThreaded,
  staticSingleThreaded,
  TimedEventsExecutor,
  type VirtualThreads,
} from '../../executors/index.js';
import {
  type CallbackGroup,
  Client,
  DEFAULT_QOS,
  Graph,
  Publisher,
  Service,
  Subscription,
  Timer,
  type Waitable,
} from '../../graph/index.js';
import type { MessageObject, TypeRegistry } from '../../interfaces/index.js';
import { DelayedAction, Kernel, NANOSECONDS_PER_MILLISECOND } from '../../kernel/index.js';
import type { ExecutionTimes } from '../../models/index.js';
import { SimTimer } from './sim_timer.js';
import type { Workload, WorkloadEntity, WorkloadStimulus } from './workload.js';

/** A callback that started: its name, its number, and its start in ms. */
export interface StartedCallback {
  readonly name: string;
  readonly number: number;
  readonly start: number;
}

export interface ExecutorChoice {
  /** The name in the vectors, e.g. `MultiThreadedExecutor(2)`. */
  readonly executor: string;
  readonly intraProcess: boolean;
  readonly order: OrderInKind;
}

const DEEP = { ...DEFAULT_QOS, depth: 1000 };
const CLOCK = { ...DEFAULT_QOS, depth: 1, reliability: 'best_effort' } as const;

/** Runs a workload on one of our executors; returns the callbacks in the order of their starts. */
export function runWorkload(
  workload: Workload,
  choice: ExecutorChoice,
  types: TypeRegistry,
): StartedCallback[] {
  return new WorkloadRun(workload, choice, types).run();
}

class WorkloadRun {
  readonly #workload: Workload;
  readonly #types: TypeRegistry;
  readonly #kernel = new Kernel();
  readonly #graph = new Graph({ kernel: this.#kernel });
  readonly #node = this.#graph.createNode({ name: 'n' });
  readonly #source = this.#graph.createNode({ name: 'src' });
  readonly #helper = this.#graph.createNode({ name: 'aux' });
  readonly #groups = new Map<string, CallbackGroup>();
  readonly #exec = new Map<Waitable, number>();
  readonly #publishers = new Map<string, Publisher>();
  readonly #clients = new Map<string, Client>();
  readonly #responses = new Map<string, () => number>();
  readonly #simTimers: SimTimer[] = [];
  readonly #started: StartedCallback[] = [];
  readonly #executor: VirtualThreads;

  constructor(workload: Workload, choice: ExecutorChoice, types: TypeRegistry) {
    this.#workload = workload;
    this.#types = types;
    this.#executor = createExecutor(this.#graph, choice, this.#times());
    for (const [name, type] of workload.groups) {
      const full = type === 'me' ? 'mutually_exclusive' : 'reentrant';
      this.#groups.set(name, this.#node.createCallbackGroup(name, full));
    }
    const timersFollowClock = !choice.executor.startsWith('EventsExecutor');
    this.#createClock();
    for (const entity of workload.entities) this.#create(entity, timersFollowClock);
  }

  run(): StartedCallback[] {
    const { stimuli, spins, end } = this.#workload;
    this.#helper.attach(new EventsExecutor(this.#kernel));
    if (spins.length > 0) this.#executor.stop();
    this.#node.attach(this.#executor);
    for (const stimulus of stimuli) this.#at(stimulus.time, () => this.#apply(stimulus));
    this.#planSpin(0);
    this.#kernel.turn(Number.POSITIVE_INFINITY, { until: end * NANOSECONDS_PER_MILLISECOND });
    return this.#started;
  }

  get #now(): number {
    return this.#kernel.now / NANOSECONDS_PER_MILLISECOND;
  }

  #times(): ExecutionTimes {
    return {
      clockAdvances: false,
      duration: (entity) => (this.#exec.get(entity) ?? 0) * NANOSECONDS_PER_MILLISECOND,
      leaves: (_entity, _sender, _index, duration) => duration,
    };
  }

  #at(time: number, action: () => void): void {
    this.#kernel.delays.push(
      time * NANOSECONDS_PER_MILLISECOND,
      new DelayedAction(action, () => 'stimulus'),
    );
  }

  /** Plans a call to spin. Each call begins at its time, or when the previous call has returned. */
  #planSpin(index: number): void {
    const spin = this.#workload.spins[index];
    if (spin === undefined) return;
    this.#at(Math.max(spin.time, this.#now), () => {
      this.#started.push({ name: `<${spin.call}`, number: 0, start: this.#now });
      this.#executor.spinCall(spin.call, () => {
        this.#started.push({ name: `${spin.call}>`, number: 0, start: this.#now });
        this.#planSpin(index + 1);
      });
    });
  }

  /** Creates the clock's subscription. Without a clock thread, it is one of the node's subscriptions. */
  #createClock(): void {
    const type = this.#types.message('std_msgs/msg/UInt64');
    this.#publishers.set('clock', new Publisher(this.#source, '/clock', type, CLOCK));
    if (this.#workload.simTime === 'no') return;
    const followed = this.#workload.simTime === 'clock_thread' ? this.#helper : this.#node;
    const onClock = (message: MessageObject) => {
      const time = Number((message as { data: bigint }).data);
      for (const timer of this.#simTimers) timer.setClock(time);
    };
    new Subscription(followed, '/clock', type, onClock, { qos: CLOCK });
  }

  #create(entity: WorkloadEntity, timersFollowClock: boolean): void {
    const created = this.#createEntity(entity, timersFollowClock);
    if (created === undefined) return;
    created.group = this.#groups.get(entity.group);
    this.#exec.set(created, entity.exec);
  }

  #createEntity(entity: WorkloadEntity, timersFollowClock: boolean): Waitable | undefined {
    const { name } = entity;
    const trigger = this.#types.service('std_srvs/srv/Trigger');
    switch (entity.kind) {
      case 'sub': {
        const type = this.#types.message('std_msgs/msg/UInt64');
        this.#publishers.set(name, new Publisher(this.#source, `/${name}`, type, DEEP));
        const qos = { ...DEFAULT_QOS, depth: entity.depth };
        const onMessage = (message: MessageObject) =>
          this.#note(name, Number((message as { data: bigint }).data));
        return new Subscription(this.#node, `/${name}`, type, onMessage, { qos });
      }
      case 'srv': {
        const count = this.#counter(name);
        this.#clients.set(name, new Client(this.#source, `/${name}`, trigger, DEEP));
        return new Service(this.#node, `/${name}`, trigger, (_request, respond) => {
          count();
          respond({ success: true, message: '' });
        });
      }
      case 'cli': {
        new Service(this.#helper, `/${name}`, trigger, (_request, respond) => {
          respond({ success: true, message: '' });
        });
        const client = new Client(this.#node, `/${name}`, trigger);
        this.#clients.set(name, client);
        return client;
      }
      case 'timer':
        return this.#createTimer(entity, timersFollowClock);
    }
  }

  #createTimer(
    entity: WorkloadEntity & { kind: 'timer' },
    followsClock: boolean,
  ): Waitable | undefined {
    const count = this.#counter(entity.name);
    const onTimer = () => {
      if (count() === entity.shots) timer.cancel();
    };
    // rclcpp's events executor does not follow the clock, so it never calls such timers.
    if (this.#workload.simTime !== 'no' && !followsClock) return undefined;
    const timer = this.#newTimer(entity.period, onTimer);
    return timer;
  }

  #newTimer(period: number, onTimer: () => void): Timer | SimTimer {
    if (this.#workload.simTime === 'no') {
      return new Timer(this.#node, period * NANOSECONDS_PER_MILLISECOND, onTimer);
    }
    const timer = new SimTimer(this.#node, period, onTimer);
    this.#simTimers.push(timer);
    return timer;
  }

  #apply(stimulus: WorkloadStimulus): void {
    if (stimulus.kind === 'clk') {
      this.#publishers.get('clock')!.publish({ data: BigInt(stimulus.clock) });
      return;
    }
    for (let i = 0; i < stimulus.count; i++) this.#send(stimulus.kind, stimulus.name);
  }

  #send(kind: 'pub' | 'call' | 'req', name: string): void {
    if (kind === 'pub') {
      const publisher = this.#publishers.get(name)!;
      publisher.publish({ data: BigInt(publisher.sequence + 1) });
    } else {
      const responses = this.#responses.get(name) ?? this.#counter(name);
      this.#responses.set(name, responses);
      this.#clients.get(name)!.send({}, kind === 'req' ? responses : () => {});
    }
  }

  #counter(name: string): () => number {
    let calls = 0;
    return () => {
      this.#note(name, ++calls);
      return calls;
    };
  }

  #note(name: string, number: number): void {
    this.#started.push({ name, number, start: this.#now });
  }
}

function createExecutor(
  graph: Graph,
  { executor, intraProcess, order }: ExecutorChoice,
  times: ExecutionTimes,
): VirtualThreads {
  const options = { times, intraProcess, orderInKind: order };
  const threads = /^MultiThreadedExecutor\((\d+)\)$/.exec(executor)?.[1];
  if (threads !== undefined) return multiThreaded(graph, 'jazzy', Number(threads), options);
  switch (executor) {
    case 'SingleThreadedExecutor':
      return singleThreaded(graph, 'jazzy', options);
    case 'StaticSingleThreadedExecutor':
      return staticSingleThreaded(graph, 'jazzy', options);
    case 'EventsExecutor':
      return new TimedEventsExecutor(graph, options);
    case 'EventsExecutor(execute_timers_separate_thread)':
      return new TimedEventsExecutor(graph, { ...options, separateTimerThread: true });
    default:
      throw new Error(`no executor of Orrery corresponds to ${executor}`);
  }
}
