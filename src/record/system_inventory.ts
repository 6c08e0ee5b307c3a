import {
  type CodePlace,
  type ExecutorDescription,
  type Graph,
  type GraphNode,
  Publisher,
  type ScheduledEntity,
  Subscription,
  Timer,
  Waitable,
} from '../graph/index.js';
import {
  type DescribedEntity,
  type DescribedPublisher,
  entityName,
  type SystemDescription,
} from '../trace/index.js';

/** The executor shared by all nodes whose callbacks take no time. */
const SHARED: ExecutorDescription = {
  name: 'default',
  policy: 'events',
  threads: 1,
  blocking: false,
};

const NO_TIME: ScheduledEntity = { priority: undefined, longest: 0 };
/** Of callbacks whose executor does not describe them, such as those of a guest. */
const ANY_TIME: ScheduledEntity = { priority: undefined, longest: Number.POSITIVE_INFINITY };

/** At most this many timers of a node are told apart, so that nodes that keep creating timers do not fill the trace. */
const MOST_TIMERS = 1000;
/** The common name of all further timers of a node. */
const FURTHER_TIMERS = 'timer#more';

/** An entity with callbacks, the last one of its name, and how it was scheduled. */
interface KnownEntity {
  readonly id: number;
  /** Its name in the trace. */
  readonly name: string;
  latest: Waitable;
  executor: ExecutorDescription | undefined;
  scheduled: ScheduledEntity;
  /** Counts of earlier entities of its name, e.g. before its node was restarted. */
  overwritten: number;
}

interface KnownPublisher {
  readonly id: number;
  latest: Publisher;
  messages: number;
}

/**
 * Numbers the entities and publishers of a run by name, in the order in which the trace meets them,
 * and describes them at its end.
 */
export class SystemInventory {
  readonly #graph: Graph;
  readonly #entities = new Map<string, KnownEntity>();
  readonly #byId: KnownEntity[] = [];
  /** By number: whether the executor of the last entity of that name is noted. */
  readonly #isScheduled: boolean[] = [false];
  readonly #publishers = new Map<string, KnownPublisher>();
  readonly #nodes = new WeakSet<GraphNode>();
  /** Known timers, by the full name of their node. */
  readonly #timers = new Map<string, number>();

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** The number of an entity; those of one name share it. */
  idOf(entity: Waitable | Publisher): number {
    const id = entity.traceId;
    return id === 0 ? this.#meet(entity) : id;
  }

  /** {@link idOf} in code that sees one class, which reads it at once instead of looking it up by class. */
  idOfPublisher(publisher: Publisher): number {
    const id = publisher.traceId;
    return id === 0 ? this.#meet(publisher) : id;
  }

  /** A callback of this entity ran, so its executor is known now at the latest. Returns its number. */
  ran(entity: Waitable): number {
    const id = entity.traceId || this.#meet(entity);
    if (!this.#isScheduled[id]) this.#isScheduled[id] = schedule(this.#byId[id]!);
    return id;
  }

  /** The name in the trace of the entity with that number. */
  nameOf(id: number): string {
    return this.#byId[id]?.name ?? '';
  }

  describe(): SystemDescription {
    for (const node of this.#graph.nodes) this.#enterAll(node);
    for (const known of this.#entities.values()) schedule(known);
    const executors = new Map<string, ExecutorDescription>();
    for (const { executor } of this.#entities.values()) {
      if (executor !== undefined) executors.set(executor.name, executor);
    }
    return {
      format: 'orrery-system/1',
      end: this.#graph.kernel.now,
      executors: [...executors.values()],
      entities: [...this.#entities.values()].map(describeEntity),
      publishers: [...this.#publishers.values()].map(describePublisher),
    };
  }

  /** Entities that never run are entered too: their node may be destroyed before the end. */
  #meet(entity: Waitable | Publisher): number {
    const id = this.#enter(entity);
    if (!this.#nodes.has(entity.node)) {
      this.#nodes.add(entity.node);
      this.#enterAll(entity.node);
    }
    return id;
  }

  #enterAll(node: GraphNode): void {
    for (const entity of node.entities) {
      const counts = entity instanceof Waitable || entity instanceof Publisher;
      if (counts && entity.traceId === 0) this.#enter(entity);
    }
  }

  #enter(entity: Waitable | Publisher): number {
    const id =
      entity instanceof Publisher
        ? this.#enterPublisher(entityName(entity.node, entity.kind, entity.name), entity)
        : this.#enterEntity(entity);
    entity.traceId = id;
    return id;
  }

  #enterEntity(entity: Waitable): number {
    const own = entityName(entity.node, entity.kind, entity.name);
    const name = this.#entities.has(own) ? entity.name : this.#newName(entity);
    const full = name === entity.name ? own : entityName(entity.node, entity.kind, name);
    const known = this.#entities.get(full);
    if (known === undefined) {
      const id = this.#entities.size + 1;
      const now = { latest: entity, executor: undefined };
      const fresh: KnownEntity = { id, name, ...now, scheduled: NO_TIME, overwritten: 0 };
      this.#entities.set(full, fresh);
      this.#byId[id] = fresh;
      this.#isScheduled[id] = false;
      return id;
    }
    if (known.latest instanceof Subscription) known.overwritten += known.latest.overwritten;
    known.latest = entity;
    this.#isScheduled[known.id] = false;
    return known.id;
  }

  /** The name of an entity that was not met under its own name. */
  #newName({ kind, name, node: { fullName } }: Waitable): string {
    if (kind !== 'timer') return name;
    const count = (this.#timers.get(fullName) ?? 0) + 1;
    this.#timers.set(fullName, count);
    return count > MOST_TIMERS ? FURTHER_TIMERS : name;
  }

  #enterPublisher(name: string, publisher: Publisher): number {
    const known = this.#publishers.get(name);
    if (known === undefined) {
      const id = this.#publishers.size + 1;
      this.#publishers.set(name, { id, latest: publisher, messages: 0 });
      return id;
    }
    known.messages += known.latest.sequence;
    known.latest = publisher;
    return known.id;
  }
}

/** Notes the executor, unless the node has been detached or the engine itself calls back. Returns whether it is noted. */
function schedule(known: KnownEntity): boolean {
  const { executor, kind } = known.latest;
  if (executor === undefined) return false;
  if (kind === 'user_timer') {
    // Every call of setTimeout is a separate entity: the first one is enough.
    const isMember = executor.runsUserTimers === true;
    if (!isMember || known.executor !== undefined) return true;
  }
  const described = executor.describe?.();
  known.executor = described ?? SHARED;
  known.scheduled =
    executor.describeEntity?.(known.latest) ?? (described === undefined ? NO_TIME : ANY_TIME);
  return true;
}

function describeEntity(known: KnownEntity): DescribedEntity {
  const { id, name, latest: entity, executor, scheduled } = known;
  const { node, kind } = entity;
  const subscription = entity instanceof Subscription ? entity : undefined;
  const qos = subscription?.qos;
  const group = entity.group ?? node.defaultGroup;
  return {
    id,
    node: node.fullName,
    kind,
    name,
    executor: executor?.name ?? null,
    group: group.name,
    reentrant: group.type === 'reentrant',
    ...(entity.place && { place: placeText(entity.place) }),
    priority: scheduled.priority ?? null,
    longest: finite(scheduled.longest),
    period: entity instanceof Timer ? entity.period : null,
    depth: qos?.history === 'keep_last' ? qos.depth : null,
    deadline: finite(qos?.deadline ?? Number.POSITIVE_INFINITY),
    overwritten: known.overwritten + (subscription?.overwritten ?? 0),
    waiting: subscription?.queued ?? entity.pending ?? 0,
  };
}

function placeText({ file, line, function: name }: CodePlace): string {
  return `${file}:${line} (${name})`;
}

function describePublisher({ id, latest, messages }: KnownPublisher): DescribedPublisher {
  return {
    id,
    node: latest.node.fullName,
    topic: latest.name,
    messages: messages + latest.sequence,
  };
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
