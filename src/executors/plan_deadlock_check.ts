import { OrreryError } from '../errors/index.js';
import { Client, type Graph, type Service, Waitable } from '../graph/index.js';
import { DelayedAction, NANOSECONDS_PER_SECOND } from '../kernel/index.js';
import type { CallbackRun } from './callback_run.js';

/** A callback that keeps its thread while it waits for a response. */
export interface BlockedRun {
  readonly run: CallbackRun;
  /** Threads of its executor. */
  readonly threads: number;
}

/** An executor that knows which of its callbacks wait for responses. */
interface Blocking {
  blockedRuns(): BlockedRun[];
}

function isBlocking(executor: unknown): executor is Blocking {
  return typeof executor === 'object' && executor !== null && 'blockedRuns' in executor;
}

/** What a blocked callback waits for: another blocked callback, and a description of the reason. */
interface Wait {
  readonly on: CallbackRun;
  readonly why: string;
  /** A description of what would let it continue. */
  readonly remedy: string;
}

/** The virtual time in ns after which calls that wait for each other count as stuck. */
const PATIENCE = NANOSECONDS_PER_SECOND;

/**
 * Checks a callback that has just blocked: it may wait for something other than the
 * responses to its calls, so it gets some time to continue, and more while a `setTimeout` of its node,
 * such as the timeout of its call, may let it.
 */
export function planDeadlockCheck(graph: Graph, run: CallbackRun): void {
  const look = () => {
    if (!run.open) return;
    const cycle = cycleFrom(graph, run);
    if (cycle === undefined) return;
    if (mayContinue(graph, cycle)) return planDeadlockCheck(graph, run);
    for (const step of cycle) step.run.owner.stuck(step.run);
    throw deadlock(cycle);
  };
  const check = new DelayedAction(look, () => `wait of ${run.entity.label()}`);
  graph.kernel.delays.push(graph.kernel.now + PATIENCE, check);
}

/** A circle of calls in which a run ends. */
export interface ClosedDeadlock {
  readonly error: OrreryError;
  /** Whether one of its callbacks may still continue, because its program has called setTimeout. */
  readonly mayContinue: boolean;
}

/** The deadlock in which the run ends, however recent it is; undefined if there is none. */
export function closedDeadlock(graph: Graph): ClosedDeadlock | undefined {
  const executors = new Set(
    graph.nodes.flatMap((node) => [
      node.executor,
      ...[...node.entities].map((entity) =>
        entity instanceof Waitable ? entity.executor : undefined,
      ),
    ]),
  );
  let doubtful: ClosedDeadlock | undefined;
  for (const executor of executors) {
    if (!isBlocking(executor)) continue;
    for (const { run } of executor.blockedRuns()) {
      const cycle = cycleFrom(graph, run);
      if (cycle === undefined) continue;
      if (!mayContinue(graph, cycle)) return { error: deadlock(cycle), mayContinue: false };
      doubtful ??= { error: deadlock(cycle, true), mayContinue: true };
    }
  }
  return doubtful;
}

/** Whether a `setTimeout` that a node of the circle has called is still to come. */
function mayContinue(graph: Graph, cycle: readonly Step[]): boolean {
  const nodes = new Set(cycle.map(({ run }) => run.entity.node));
  return graph.kernel.delays.some(
    (item) => item instanceof Waitable && item.kind === 'user_timer' && nodes.has(item.node),
  );
}

interface Step extends Omit<Wait, 'on'> {
  readonly run: CallbackRun;
}

/**
 * Follows what a blocked callback waits for: the server's callback, or the handling of the
 * response, cannot start while a blocked callback holds its group or the only thread.
 *
 * @returns the circle, if the chain of waits leads back to a callback
 */
function cycleFrom(graph: Graph, blocked: CallbackRun): readonly Step[] | undefined {
  const path: Step[] = [];
  const follow = (run: CallbackRun): readonly Step[] | undefined => {
    const start = path.findIndex((step) => step.run === run);
    if (start >= 0) return path.slice(start);
    for (const { on, ...why } of waitsOf(graph, run)) {
      path.push({ run, ...why });
      const cycle = follow(on);
      if (cycle !== undefined) return cycle;
      path.pop();
    }
    return undefined;
  };
  return follow(blocked);
}

function waitsOf(graph: Graph, run: CallbackRun): Wait[] {
  const waits: Wait[] = [];
  for (const client of run.clients) {
    if (!(client instanceof Client)) continue;
    const { servers } = graph.domain(client.node.domain).service(client.name);
    for (const server of servers) {
      const holder = holderOf(server);
      if (holder !== undefined) waits.push({ ...holder, why: `the service ${server.name}` });
    }
    const holder = holderOf(client);
    if (holder !== undefined) waits.push({ ...holder, why: `the response of ${client.name}` });
  }
  return waits;
}

/** The blocked callback that keeps the callback of this entity from starting, if there is one. */
function holderOf(entity: Client | Service): Omit<Wait, 'why'> | undefined {
  const { executor } = entity;
  if (!isBlocking(executor)) return undefined;
  const runs = executor.blockedRuns();
  const group = entity.group ?? entity.node.defaultGroup;
  if (group.busy) {
    const holder = runs.find(({ run }) => run.group === group);
    if (holder !== undefined) return { on: holder.run, remedy: remedyOf(entity, holder, runs) };
  }
  const [first] = runs;
  if (first === undefined || runs.length < first.threads) return undefined;
  return { on: first.run, remedy: remedyOf(entity, first, runs) };
}

/** The change that would let this entity's callback start while the holder waits. */
function remedyOf(
  entity: Client | Service,
  { run, threads }: BlockedRun,
  runs: readonly BlockedRun[],
): string {
  // A service that calls itself would do so again.
  if (run.entity === entity) return '';
  const group = run.group === (entity.group ?? entity.node.defaultGroup);
  const what = `the ${entity.kind} ${entity.name} of ${entity.node.fullName}`;
  const own = `put ${what} into a callback group of its own`;
  if (runs.length < threads) return own;
  const more = 'on an executor with another thread (policy multi)';
  return group ? `${own} ${more}` : `run ${what} ${more}`;
}

function deadlock(cycle: readonly Step[], doubtful = false): OrreryError {
  const name = ({ run }: Step) => `${run.entity.label()} (group ${run.group.name})`;
  const steps = cycle.map((step, index) => {
    const holder = cycle[(index + 1) % cycle.length]!;
    return `${name(step)} waits for ${step.why}, which cannot run before ${name(holder)} returns`;
  });
  const { node } = cycle[0]!.run.entity;
  // Breaking one link is enough. A service that calls itself would do so again on another thread.
  const remedy =
    cycle.map((step) => step.remedy).find((each) => each !== '') ?? 'break the circle of calls';
  const advice = `${remedy[0]!.toUpperCase()}${remedy.slice(1)}`;
  const circle = steps.join('; ');
  return new OrreryError(
    'ORR_CALL_DEADLOCK',
    doubtful
      ? `Service calls wait for each other when the run ends, unless a setTimeout lets one continue: ${circle}. ${advice}, or do not wait inside the callback.`
      : `Service calls wait for each other and will never return: ${circle}. ${advice}, or do not wait inside the callback.`,
    { place: { node: node.fullName } },
  );
}
