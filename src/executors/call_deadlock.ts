import { OrreryError } from '../errors/index.js';
import { Client, type Graph, type Service } from '../graph/index.js';
import { DelayedAction, NANOSECONDS_PER_SECOND } from '../kernel/index.js';
import type { CallbackRun } from './callback_run.js';

/** A callback that keeps its thread while it waits for a response. */
export interface BlockedRun {
  readonly run: CallbackRun;
  /** Threads of its executor. */
  readonly threads: number;
}

/** An executor that can say which of its callbacks wait for responses. */
interface Blocking {
  blockedRuns(): BlockedRun[];
}

function isBlocking(executor: unknown): executor is Blocking {
  return typeof executor === 'object' && executor !== null && 'blockedRuns' in executor;
}

/** What a blocked callback waits for: another blocked callback, and the words for why. */
interface Wait {
  readonly on: CallbackRun;
  readonly why: string;
}

/** ns of virtual time after which calls that wait for each other count as stuck. */
const PATIENCE = NANOSECONDS_PER_SECOND;

/**
 * Has a callback looked at that has just blocked: a callback may wait for something else than the
 * responses to its calls, so it is given some time to go on.
 */
export function planDeadlockCheck(graph: Graph, run: CallbackRun): void {
  const look = () => {
    if (run.open) findDeadlock(graph, run);
  };
  const check = new DelayedAction(look, () => `wait of ${run.entity.label()}`);
  graph.kernel.delays.push(graph.kernel.now + PATIENCE, check);
}

interface Step {
  readonly run: CallbackRun;
  readonly why: string;
}

/**
 * Follows what a blocked callback waits for: the server's callback, or the handling of the response,
 * cannot start while a blocked callback holds its group or the only thread.
 *
 * @throws OrreryError `ORR_CALL_DEADLOCK` with the cycle, when the waiting leads back to a callback
 */
function findDeadlock(graph: Graph, blocked: CallbackRun): void {
  const path: Step[] = [];
  const follow = (run: CallbackRun): void => {
    const start = path.findIndex((step) => step.run === run);
    if (start >= 0) {
      const cycle = path.slice(start);
      for (const step of cycle) step.run.owner.stuck(step.run);
      throw deadlock(cycle);
    }
    for (const wait of waitsOf(graph, run)) {
      path.push({ run, why: wait.why });
      follow(wait.on);
      path.pop();
    }
  };
  follow(blocked);
}

function waitsOf(graph: Graph, run: CallbackRun): Wait[] {
  const waits: Wait[] = [];
  for (const client of run.clients) {
    if (!(client instanceof Client)) continue;
    const { servers } = graph.domain(client.node.domain).service(client.name);
    for (const server of servers) {
      const holder = holderOf(server);
      if (holder !== undefined) waits.push({ on: holder, why: `the service ${server.name}` });
    }
    const holder = holderOf(client);
    if (holder !== undefined) waits.push({ on: holder, why: `the response of ${client.name}` });
  }
  return waits;
}

/** The blocked callback that keeps the callback of this entity from starting, if there is one. */
function holderOf(entity: Client | Service): CallbackRun | undefined {
  const { executor } = entity;
  if (!isBlocking(executor)) return undefined;
  const runs = executor.blockedRuns();
  const group = entity.group ?? entity.node.defaultGroup;
  if (group.busy) {
    const holder = runs.find(({ run }) => run.group === group);
    if (holder !== undefined) return holder.run;
  }
  const [first] = runs;
  return first !== undefined && runs.length >= first.threads ? first.run : undefined;
}

function deadlock(cycle: readonly Step[]): OrreryError {
  const name = ({ run }: Step) => `${run.entity.label()} (group ${run.group.name})`;
  const steps = cycle.map((step, index) => {
    const holder = cycle[(index + 1) % cycle.length]!;
    return `${name(step)} waits for ${step.why}, which cannot run before ${name(holder)} returns`;
  });
  const { node } = cycle[0]!.run.entity;
  return new OrreryError(
    'ORR_CALL_DEADLOCK',
    `Service calls wait for each other and will never return: ${steps.join('; ')}. ` +
      'Put the client into a callback group of its own on an executor with another thread, or do not wait inside the callback.',
    { place: { node: node.fullName } },
  );
}
