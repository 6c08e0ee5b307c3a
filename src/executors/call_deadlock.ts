import { OrreryError } from '../errors/index.js';
import { Client, type Graph, type Service } from '../graph/index.js';
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

/**
 * Follows what a callback that has just blocked waits for: the server's callback, or the handling
 * of the response, cannot start while a blocked callback holds its group or the only thread.
 *
 * @throws OrreryError `ORR_CALL_DEADLOCK` with the cycle, when the waiting leads back to a callback
 */
export function findDeadlock(graph: Graph, blocked: CallbackRun): void {
  const path: { run: CallbackRun; why: string }[] = [];
  const follow = (run: CallbackRun): void => {
    const start = path.findIndex((step) => step.run === run);
    if (start >= 0) throw deadlock(path.slice(start));
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

function deadlock(cycle: readonly { run: CallbackRun; why: string }[]): OrreryError {
  const steps = cycle.map(
    ({ run, why }) => `${run.entity.label()} (group ${run.group.name}) waits for ${why}`,
  );
  const { node } = cycle[0]!.run.entity;
  return new OrreryError(
    'ORR_CALL_DEADLOCK',
    `Service calls wait for each other and will never return: ${steps.join(', which is kept from running; ')}. ` +
      'Put the client into a callback group of its own on an executor with another thread, or do not wait inside the callback.',
    { place: { node: node.fullName } },
  );
}
