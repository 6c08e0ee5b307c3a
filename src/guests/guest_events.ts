import {
  type EndpointEvents,
  incompatiblePolicy,
  LivelinessWatch,
  PeriodWatch,
  type Planner,
  Publisher,
  type Subscription,
  Waitable,
} from '../graph/index.js';

/** The events of endpoints that a guest can wait for; the numbers are the protocol's. */
export const EVENT_KINDS = [
  'matched',
  'incompatible_qos',
  'incompatible_type',
  'message_lost',
  'deadline',
  'liveliness',
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

type Counterpart = Publisher | Subscription;

/** Numbers of the policies, as rmw has them. */
const POLICY_BITS: Readonly<Record<string, number>> = {
  durability: 1 << 1,
  deadline: 1 << 2,
  liveliness: 1 << 3,
  reliability: 1 << 4,
  liveliness_lease_duration: 1 << 8,
};

/** Counts the events of an endpoint since the guest last read them, as rmw does. */
export class GuestEvent extends Waitable {
  readonly name: string;
  protected readonly backlogLimit = 1;
  readonly #callback: (status: string) => unknown;
  readonly #endpoint: Publisher | Subscription;
  readonly #planner: Planner;
  /** By endpoint of the other side: the function that stops watching it. */
  readonly #stops = new Map<Counterpart, () => void>();
  #told = true;
  readonly #status = {
    total_count: 0,
    total_count_change: 0,
    current_count: 0,
    current_count_change: 0,
    last_policy_kind: 0,
    alive_count: 0,
    alive_count_change: 0,
    not_alive_count: 0,
    not_alive_count_change: 0,
  };

  constructor(
    planner: Planner,
    endpoint: Publisher | Subscription,
    kind: EventKind,
    callback: (status: string) => unknown,
  ) {
    const { node } = endpoint;
    super(node, 'guard_condition');
    this.name = `${kind} of ${endpoint.name}`;
    this.#callback = callback;
    this.#endpoint = endpoint;
    this.#planner = planner;
    node.own(this);
    this.#listen(kind);
  }

  override get pending(): number {
    return this.#told ? 0 : 1;
  }

  run(): boolean {
    if (this.#told || this.destroyed) return false;
    this.#told = true;
    const status = JSON.stringify(this.#status);
    this.#status.total_count_change = 0;
    this.#status.current_count_change = 0;
    this.#status.alive_count_change = 0;
    this.#status.not_alive_count_change = 0;
    const { graph } = this.node;
    graph.begin(this, 0, 0);
    graph.end(this, this.#callback(status));
    return true;
  }

  #listen(kind: EventKind): void {
    switch (kind) {
      case 'matched':
        this.#hear({ matched: () => this.#note(1, 1), unmatched: () => this.#note(0, -1) });
        for (const _ of matchesOf(this.#endpoint)) this.#note(1, 1);
        break;
      case 'incompatible_qos':
        this.#hear({ incompatibleQos: (_, policy) => this.#incompatible(policy) });
        for (const other of strangersOf(this.#endpoint)) {
          if (other.type.name === this.#endpoint.type.name)
            this.#incompatible(policyOf(this.#endpoint, other));
        }
        break;
      case 'incompatible_type':
        this.#hear({ incompatibleType: () => this.#note(1, 0) });
        for (const other of strangersOf(this.#endpoint)) {
          if (other.type.name !== this.#endpoint.type.name) this.#note(1, 0);
        }
        break;
      case 'message_lost':
        this.#hear({ messageLost: (count) => this.#note(count, 0) });
        break;
      case 'deadline':
        this.#watchDeadline();
        break;
      case 'liveliness':
        if (this.#endpoint instanceof Publisher) this.#watchOwnLife(this.#endpoint);
        else this.#watchLives();
    }
  }

  /** Adds a listener to the endpoint, in addition to existing ones. */
  #hear(events: EndpointEvents<Counterpart>): void {
    const all: Record<string, unknown> = { ...this.#endpoint.events };
    for (const [name, hear] of Object.entries(events)) {
      const before = all[name] as ((...about: unknown[]) => void) | undefined;
      all[name] = (...about: unknown[]) => {
        before?.(...about);
        hear(...about);
      };
    }
    this.#endpoint.events = all;
  }

  #incompatible(policy: string | undefined): void {
    if (policy === undefined) return;
    this.#status.last_policy_kind = POLICY_BITS[policy] ?? 0;
    this.#note(1, 0);
  }

  #watchDeadline(): void {
    const { deadline } = this.#endpoint.qos;
    if (!Number.isFinite(deadline)) return;
    const watch = new PeriodWatch(this.#planner, deadline, () => this.#note(1, 0), true);
    this.#hear({ received: () => watch.happened(), published: () => watch.happened() });
    this.#stops.set(this.#endpoint, () => watch.stop());
  }

  #watchOwnLife(publisher: Publisher): void {
    const stop = LivelinessWatch.onChange(publisher, (alive) => alive || this.#note(1, 0));
    this.#stops.set(publisher, stop);
  }

  /** Counts the publishers that are alive and those that are not. */
  #watchLives(): void {
    const meet = (publisher: Publisher) => {
      this.#count(LivelinessWatch.of(publisher)?.alive ?? true, 1);
      const stop = LivelinessWatch.onChange(publisher, (alive) => {
        this.#count(alive, 1);
        this.#count(!alive, -1);
      });
      this.#stops.set(publisher, stop);
    };
    this.#hear({
      matched: (publisher) => meet(publisher as Publisher),
      unmatched: (publisher) => {
        this.#stops.get(publisher)?.();
        this.#stops.delete(publisher);
        this.#count(LivelinessWatch.of(publisher as Publisher)?.alive ?? true, -1);
      },
    });
    for (const publisher of matchesOf(this.#endpoint)) meet(publisher as Publisher);
  }

  #count(alive: boolean, change: number): void {
    const status = this.#status;
    if (alive) {
      status.alive_count += change;
      status.alive_count_change += change;
    } else {
      status.not_alive_count += change;
      status.not_alive_count_change += change;
    }
    this.#note(0, 0);
  }

  #note(total: number, current: number): void {
    if (this.destroyed) return;
    this.#status.total_count += total;
    this.#status.total_count_change += total;
    this.#status.current_count += current;
    this.#status.current_count_change += current;
    if (!this.#told) return;
    this.#told = false;
    this.announce();
  }

  protected onDestroy(): void {
    for (const stop of this.#stops.values()) stop();
    this.node.entities.delete(this);
  }
}

function matchesOf(endpoint: Publisher | Subscription): readonly Counterpart[] {
  return endpoint instanceof Publisher ? endpoint.subscriptions : endpoint.publishers;
}

/** The other side of the topic, matched or not. */
function strangersOf(endpoint: Publisher | Subscription): readonly Counterpart[] {
  const { name, node } = endpoint;
  const topic = node.graph.domain(node.domain).findTopic(name);
  return (endpoint instanceof Publisher ? topic?.subscriptions : topic?.publishers) ?? [];
}

function policyOf(endpoint: Counterpart, other: Counterpart): string | undefined {
  return endpoint instanceof Publisher
    ? incompatiblePolicy(endpoint.qos, other.qos)
    : incompatiblePolicy(other.qos, endpoint.qos);
}
