import { faultKindsThat } from '../models/index.js';
import { ArrivalCurve } from './arrival_curve.js';
import { type BoundMethod, type Claim, methodFor } from './bound_methods.js';
import type { CallbackStatistics } from './callback_statistics.js';
import type { ExecutorStatistics } from './executor_analysis.js';

/** One assumption of the bound, and whether the run keeps it. */
export interface BoundAssumption {
  readonly assumption: string;
  /** `observed`: it is based on what happened in this run. */
  readonly state: 'holds' | 'observed' | 'violated';
  /** What it is based on, or what violates it. */
  readonly reason: string;
}

/** The bound of one callback's response time, and what it was computed from. Times are ns. */
export interface CallbackBound {
  readonly node: string;
  readonly name: string;
  /** null: an assumption is violated. */
  readonly bound: number | null;
  /** Longest response time of the run. */
  readonly observed: number;
  /** Worst-case execution time that was used. */
  readonly longest: number;
  /** Whether it comes from the model, or is the longest observed. */
  readonly longestFrom: 'model' | 'observed';
  /** Least time between two arrivals that was used; null: there was at most one. */
  readonly leastDistance: number | null;
  readonly arrivalsFrom: 'period' | 'declared' | 'observed';
  /** Longest response time in the other runs that were given; null: none, or it did not run there. */
  readonly observedElsewhere: number | null;
}

/** The worst-case analysis of one executor. */
export interface ExecutorBounds {
  readonly executor: string;
  /** Where the method comes from. */
  readonly source: string;
  readonly assumptions: readonly BoundAssumption[];
  /**
   * `run`: they hold only for arrivals, or execution times, that are no worse than those of this
   * run.
   */
  readonly restsOn: 'models' | 'run';
  readonly callbacks: readonly CallbackBound[];
}

/** Faults that stop or remove callbacks. */
const STOPPING = faultKindsThat('stops');

type Member = CallbackBound & {
  readonly claim: Claim;
  /** Whether inputs arrived more often than declared. */
  readonly exceeds: boolean;
};

/** What the bounds of an executor are computed from. */
export interface BoundedExecutor {
  readonly bounds: ExecutorBounds;
  /** Undefined: its policy has none, or an assumption is violated. */
  readonly method: BoundMethod | undefined;
  /** In the order of the callbacks. */
  readonly claims: readonly Claim[];
}

/**
 * The worst-case response times of an executor's callbacks, if the assumptions of the analysis hold.
 *
 * @param faults - kind and target of the injected faults
 * @param elsewhere - longest response times in other runs, by `node name`
 */
export function boundsOf(
  executor: ExecutorStatistics,
  faults: readonly { readonly fault: string; readonly target: string }[],
  elsewhere: ReadonlyMap<string, number> = new Map(),
): BoundedExecutor {
  const members = executor.members.filter(({ response }) => response.count > 0).map(memberOf);
  const claims = members.map(({ claim }) => claim);
  const { name, policy, threads } = executor.description;
  const isGrouped = members.every(({ claim }) => claim.group !== null);
  const method = isGrouped || threads === 1 ? methodFor(policy, threads) : undefined;
  const found = method?.bounds(claims) ?? claims.map(() => undefined);
  const assumptions = [
    policyAssumption(executor, method),
    blockingAssumption(executor),
    executionAssumption(members, executor),
    arrivalAssumption(members, found.includes(undefined) ? method : undefined),
    queueAssumption(executor),
    faultAssumption(executor, faults),
    {
      assumption: 'a processor of its own',
      state: 'holds' as const,
      reason: 'the threads of a simulated executor never wait for a processor',
    },
  ];
  const holds = assumptions.every(({ state }) => state !== 'violated');
  const callbacks = members.map(({ claim: _, exceeds: __, ...member }, i) => ({
    ...member,
    bound: holds ? (found[i] ?? null) : null,
    observedElsewhere: elsewhere.get(`${member.node} ${member.name}`) ?? null,
  }));
  const restsOn = assumptions.some(({ state }) => state === 'observed') ? 'run' : 'models';
  const source = method?.source ?? 'there is no analysis for its policy';
  const bounds = { executor: name, source, assumptions, restsOn, callbacks } as const;
  return { bounds, method: holds ? method : undefined, claims };
}

function memberOf(statistics: CallbackStatistics): Member {
  const { entity, response, execution, arrivals, declaredArrivals } = statistics;
  const known = entity.longest;
  const longest = known ?? execution.max;
  const { period, kind } = entity;
  const isPeriodic = period !== null && period > 0 && arrivals.leastDistance >= period;
  const observed = arrivals.curve();
  const curve = declaredArrivals ?? (isPeriodic ? ArrivalCurve.periodic(period) : observed);
  const distance = curve.distance(1);
  return {
    node: entity.node,
    name: entity.name,
    bound: null,
    observed: response.max,
    longest,
    longestFrom: known === null ? 'observed' : 'model',
    leastDistance: Number.isFinite(distance) ? distance : null,
    arrivalsFrom: declaredArrivals !== undefined ? 'declared' : isPeriodic ? 'period' : 'observed',
    observedElsewhere: null,
    claim: {
      ...{ longest, arrivals: curve, overtakes: !arrivals.inOrder || kind === 'user_timer' },
      isTimer: kind === 'timer',
      priority: entity.priority ?? 0,
      group: groupOf(entity),
    },
    exceeds: !curve.covers(observed),
  };
}

/** null: the trace of an older version does not say whether it is reentrant. */
function groupOf({ node, group, reentrant }: CallbackStatistics['entity']): Claim['group'] {
  if (reentrant === undefined) return null;
  return reentrant ? undefined : `${node} ${group}`;
}

function policyAssumption(
  { description: { policy } }: ExecutorStatistics,
  method: BoundMethod | undefined,
): BoundAssumption {
  const reason = `its policy is ${policy}`;
  return method === undefined
    ? { assumption: 'an executor that leaves no thread idle', state: 'violated', reason }
    : { assumption: method.assumption, state: 'holds', reason };
}

function blockingAssumption({ description, members }: ExecutorStatistics): BoundAssumption {
  const assumption = 'callbacks do not wait for anything';
  const client = members.find(({ entity }) => entity.kind === 'client')?.entity;
  if (!description.blocking || client === undefined) {
    return { assumption, state: 'holds', reason: 'no callback keeps the thread while it waits' };
  }
  const reason = `blocking_calls is on, and ${client.node} calls ${client.name}`;
  return { assumption, state: 'violated', reason };
}

function executionAssumption(
  members: readonly Member[],
  { members: statistics }: ExecutorStatistics,
): BoundAssumption {
  const assumption = 'bounded execution times';
  const longer = statistics.find(
    ({ entity, execution }) => entity.longest !== null && execution.max > entity.longest,
  );
  if (longer !== undefined) {
    const { node, name } = longer.entity;
    const reason = `${node} ${name} took longer than its model allows`;
    return { assumption, state: 'violated', reason };
  }
  const observed = members.filter(({ longestFrom }) => longestFrom === 'observed');
  return observed.length === 0
    ? { assumption, state: 'holds', reason: 'the models give an upper end to each' }
    : {
        assumption,
        state: 'observed',
        reason: `the longest observed is taken for ${listOf(observed)}, whose model has no upper end`,
      };
}

/** @param failed - the method, if it finds no bound */
function arrivalAssumption(
  members: readonly Member[],
  failed: BoundMethod | undefined,
): BoundAssumption {
  const assumption = 'bounded arrivals that leave the thread idle now and then';
  if (failed !== undefined) {
    const reason = failed.isOverloaded(members.map(({ claim }) => claim))
      ? 'what may arrive in a long time takes longer than that time'
      : 'nothing is overloaded, but the method overestimates what waits, and finds no bound for so much work';
    return { assumption, state: 'violated', reason };
  }
  const denser = members.filter(({ exceeds }) => exceeds);
  if (denser.length > 0) {
    const reason = `the arrivals of ${listOf(denser)} are denser than what is declared`;
    return { assumption, state: 'violated', reason };
  }
  const observed = members.filter(({ arrivalsFrom }) => arrivalsFrom === 'observed');
  return observed.length === 0
    ? { assumption, state: 'holds', reason: 'all are timers with their periods, or declared' }
    : {
        assumption,
        state: 'observed',
        reason: `the densest arrivals of this run are taken for ${listOf(observed)}`,
      };
}

function queueAssumption({ members }: ExecutorStatistics): BoundAssumption {
  const assumption = 'no input is overwritten';
  const full = members.find(({ entity }) => entity.overwritten > 0)?.entity;
  if (full === undefined) {
    return { assumption, state: 'holds', reason: 'no queue of this executor overflowed' };
  }
  const queue = full.depth === null ? 'a bounded queue' : `a queue of depth ${full.depth}`;
  const reason = `${full.node} ${full.name} lost ${full.overwritten} to ${queue}`;
  return { assumption, state: 'violated', reason };
}

function faultAssumption(
  { members }: ExecutorStatistics,
  faults: readonly { readonly fault: string; readonly target: string }[],
): BoundAssumption {
  const assumption = 'callbacks are not interrupted';
  const found = faults.find(
    ({ fault, target }) =>
      STOPPING.has(fault) && members.some(({ entity }) => target.includes(entity.node)),
  );
  return found === undefined
    ? { assumption, state: 'holds', reason: 'no node was frozen or restarted' }
    : { assumption, state: 'violated', reason: `the fault ${found.fault} of ${found.target}` };
}

function listOf(members: readonly Member[]): string {
  const names = members.slice(0, 3).map(({ node, name }) => `${node} ${name}`);
  const more = members.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
