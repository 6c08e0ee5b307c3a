/** A simulator in another process that gives a run its time and its inputs, over a Unix socket. */
import { Publisher, Subscription } from '../graph/index.js';
import type { MessageObject } from '../interfaces/index.js';
import { DelayedAction, type Source } from '../kernel/index.js';
import type { Simulation } from '../simulation/index.js';
import { ProviderLink, refused } from './provider_link.js';

const NEVER = Number.POSITIVE_INFINITY;
/** Messages for the provider that it has not fetched. */
const MOST_HEARD = 100_000;

interface Call {
  readonly call?: unknown;
  readonly sec?: unknown;
  readonly nanosec?: unknown;
  readonly topic?: unknown;
  readonly type?: unknown;
  readonly message?: unknown;
}

/**
 * One call at a time, each answered when it is done: `time` when everything before that time is over,
 * `publish` when everything that the message has caused at this time is over. Each answer contains
 * what the provider's subscriptions have received since the last one.
 */
export class DataProvider implements Source {
  readonly #simulation: Simulation;
  readonly #path: string;
  readonly #link: ProviderLink;
  readonly #node;
  readonly #publishers = new Map<string, Publisher>();
  #heard: { readonly topic: string; readonly message: MessageObject }[] = [];
  #due = 0;
  /** Whether a message of the provider still has effects under way. */
  #isUnderWay = false;
  /** Whether a call is open that is answered when this source is asked again. */
  #isOpen = false;

  constructor(simulation: Simulation, path: string) {
    this.#simulation = simulation;
    this.#path = path;
    this.#link = new ProviderLink(path);
    this.#node = simulation.graph.createNode({ name: 'data_provider' });
    simulation.attach(this.#node);
    simulation.kernel.addSource(this);
  }

  get nextDue(): number {
    return this.#isUnderWay ? NEVER : this.#due;
  }

  advance(): undefined {
    if (this.#isOpen) this.#answer();
    this.#isOpen = false;
    while (!this.#isOpen && this.#due !== NEVER) {
      const line = this.#link.next();
      if (line === undefined) this.#end();
      else this.#take(line);
    }
    return undefined;
  }

  #take(line: string): void {
    let call: Call;
    try {
      call = JSON.parse(line) as Call;
      this.#do(call);
    } catch (error) {
      this.#link.say(JSON.stringify({ error: (error as Error).message }));
    }
  }

  #do(call: Call): void {
    switch (call?.call) {
      case 'time':
        this.#goTo(call);
        return;
      case 'publish':
        this.#publish(call);
        return;
      case 'subscribe':
        this.#subscribe(call);
        this.#answer();
        return;
      case 'update':
        this.#answer();
        return;
      case 'end':
        this.#answer();
        this.#end();
        return;
      default:
        throw refused(this.#path, 'a call is time, publish, subscribe, update or end');
    }
  }

  #goTo({ sec = 0, nanosec = 0 }: Call): void {
    if (!Number.isSafeInteger(sec) || !Number.isSafeInteger(nanosec)) {
      throw refused(this.#path, 'a time has the integers sec and nanosec');
    }
    const time = BigInt(sec as number) * 1_000_000_000n + BigInt(nanosec as number);
    const due = Number(time - this.#simulation.graph.epoch);
    if (due < this.#due) throw refused(this.#path, 'time does not go back');
    this.#isOpen = due > this.#due;
    this.#due = due;
    if (!this.#isOpen) this.#answer();
  }

  #publish(call: Call): void {
    const { topic, type } = named(this.#path, call);
    const key = `${topic} ${type}`;
    let publisher = this.#publishers.get(key);
    if (publisher === undefined) {
      const known = this.#simulation.types.message(type);
      publisher = new Publisher(this.#node, this.#node.resolve(topic), known);
      this.#publishers.set(key, publisher);
    }
    const message = publisher.type.normalize(call.message ?? {});
    const { kernel } = this.#simulation;
    const publish = () => {
      publisher.publish(message, { transfer: true });
      kernel.atInstantEnd(() => {
        this.#isUnderWay = false;
      });
    };
    kernel.delays.push(
      this.#due,
      new DelayedAction(publish, () => `${topic} of the data provider`, this),
    );
    this.#isUnderWay = true;
    this.#isOpen = true;
  }

  #subscribe(call: Call): void {
    const { topic, type } = named(this.#path, call);
    const take = (message: MessageObject) => {
      this.#heard.push({ topic, message });
      if (this.#heard.length > MOST_HEARD) this.#heard.shift();
    };
    const known = this.#simulation.types.message(type);
    new Subscription(this.#node, this.#node.resolve(topic), known, take);
  }

  #answer(): void {
    const time = this.#simulation.graph.epoch + BigInt(this.#due);
    const [sec, nanosec] = [Number(time / 1_000_000_000n), Number(time % 1_000_000_000n)];
    this.#link.say(JSON.stringify({ ok: true, sec, nanosec, messages: this.#heard }, plain));
    this.#heard = [];
  }

  #end(): void {
    this.#due = NEVER;
    this.#simulation.finish();
  }

  close(): Promise<void> {
    return this.#link.close();
  }
}

function named(
  path: string,
  { topic, type }: Call,
): { readonly topic: string; readonly type: string } {
  if (typeof topic === 'string' && typeof type === 'string') return { topic, type };
  throw refused(path, 'publish and subscribe need a topic and a type, e.g. std_msgs/msg/String');
}

/** Converts values for JSON: integers beyond its range become strings, typed arrays become lists. */
function plain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  return ArrayBuffer.isView(value) && !(value instanceof DataView)
    ? Array.from(value as Uint8Array)
    : value;
}
