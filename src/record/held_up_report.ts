import { Client, type Executor, type Graph, type Waitable } from '../graph/index.js';
import { NANOSECONDS_PER_SECOND } from '../kernel/index.js';

/**
 * Callbacks that are still running, long after their start, when the run ends, while inputs wait for their executor
 * or group.
 */
export interface HeldUpReport {
  /** The callbacks, oldest first, at most 100. */
  readonly callbacks: readonly string[];
  /** How long ago the oldest began, in virtual seconds. */
  readonly seconds: number;
  /** Entities that have waited for at least 1 s, at most 100. */
  readonly inputs: readonly string[];
}

/** An executor whose program itself reports what it could take now. */
interface Choosy {
  /** Entities with an input that the program is not waiting for, and since when they have had it, in ns. */
  neglected(): ReadonlyMap<Waitable, number>;
}

/** The virtual time in ns after which a callback is reported. */
const PATIENCE = NANOSECONDS_PER_SECOND;

const MOST_NAMED = 100;

/** Messages that every node receives; they would otherwise be named with each other input. */
const ALWAYS_THERE = new Set(['/clock', '/parameter_events']);

function isChoosy(executor: Executor | undefined): executor is Executor & Choosy {
  return executor !== undefined && 'neglected' in executor;
}

/** The callbacks that hold up others now. */
export function reportHeldUp(graph: Graph): HeldUpReport[] {
  const long = graph.kernel.now - PATIENCE;
  const reports: HeldUpReport[] = [];
  for (const executor of new Set(graph.nodes.map((node) => node.executor))) {
    if (!isChoosy(executor)) continue;
    const inputs = [...executor.neglected()]
      .filter(([entity, since]) => since <= long && !ALWAYS_THERE.has(entity.name))
      .filter(([entity]) => !(entity instanceof Client) || entity.hasResponse)
      .map(([entity]) => entity.label());
    const open = [...graph.awaiting.values()].filter(
      ({ entity, since }) => entity.executor === executor && since <= long,
    );
    if (inputs.length === 0 || open.length === 0) continue;
    const callbacks = [...new Set(open.map(({ entity }) => withPlace(entity)))];
    reports.push({
      callbacks: callbacks.slice(0, MOST_NAMED),
      seconds: (graph.kernel.now - open[0]!.since) / NANOSECONDS_PER_SECOND,
      inputs: inputs.slice(0, MOST_NAMED),
    });
  }
  return reports;
}

function withPlace(entity: Waitable): string {
  const { place } = entity;
  return place === undefined ? entity.label() : `${entity.label()} (${place.file}:${place.line})`;
}

/** In words. */
export function describeHeldUp({ callbacks, seconds, inputs }: HeldUpReport): string {
  const shown = inputs.slice(0, 3).join(', ');
  const more = inputs.length > 3 ? ` and ${inputs.length - 3} more` : '';
  const [first] = callbacks;
  const who =
    callbacks.length === 1
      ? `callback of ${first}`
      : `oldest of ${callbacks.length} open callbacks, that of ${first},`;
  return `The ${who} has not ended for ${seconds.toFixed(3)} s and holds up ${shown}${more}. If it waits for one of these, it waits forever: use an executor with several threads and put what it waits for into another callback group, or do not wait inside the callback.`;
}
