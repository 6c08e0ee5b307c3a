import { OrreryError } from '../../errors/index.js';
import { type GraphNode, Timer, Waitable } from '../../graph/index.js';
import type { World } from '../world/world.js';

/** The order in which `spinOnce` runs what is ready. */
const KINDS = ['timer', 'subscription', 'guard_condition', 'client', 'service'];
/** A loop of this many calls without a result, with nothing else in between, counts as endless. */
const MOST_LOOKS_IN_VAIN = 1_000_000;
const NANOSECONDS_PER_MILLISECOND = 1e6;

const looksInVain = new WeakMap<GraphNode, { at: number; callbacks: number; count: number }>();

/**
 * Runs a node's callbacks for what is ready, at most one per entity. If nothing is ready, and the
 * world follows the wall clock, it waits for the node's next timer, at most `timeout` ms; other
 * nodes cannot act in the meantime.
 */
export function spinOnce(world: World, node: GraphNode, timeout: number): void {
  world.touch();
  if (runReady(node)) return;
  if (!world.isSimulated) waitForTimer(world, node, timeout);
  else if (timeout !== 0) countInVain(node);
}

function waitForTimer(world: World, node: GraphNode, timeout: number): void {
  let due = Number.POSITIVE_INFINITY;
  for (const entity of node.entities) {
    if (entity instanceof Timer) due = Math.min(due, entity.nextCall - node.graph.kernel.now);
  }
  const patience = timeout < 0 ? Number.POSITIVE_INFINITY : timeout * NANOSECONDS_PER_MILLISECOND;
  const wait = Math.min(due, patience);
  if (wait <= 0 || wait === Number.POSITIVE_INFINITY) return;
  world.block(wait);
  runReady(node);
}

function runReady(node: GraphNode): boolean {
  const entities = [...node.entities];
  let ran = false;
  for (const kind of KINDS) {
    for (const entity of entities) {
      if (entity.kind !== kind || entity.destroyed) continue;
      if (entity instanceof Timer) ran = runIfDue(entity) || ran;
      else if (entity instanceof Waitable) ran = entity.run() || ran;
    }
  }
  return ran;
}

function runIfDue(timer: Timer): boolean {
  if (timer.nextCall > timer.node.graph.kernel.now) return false;
  timer.reset();
  return timer.run();
}

function countInVain(node: GraphNode): void {
  const { now, callbacks } = node.graph.kernel;
  const looks = looksInVain.get(node);
  if (looks === undefined || looks.at !== now || looks.callbacks !== callbacks) {
    looksInVain.set(node, { at: now, callbacks, count: 1 });
  } else if (++looks.count > MOST_LOOKS_IN_VAIN) {
    throw new OrreryError(
      'ORR_SPIN_ONCE_ENDLESS',
      `Node ${node.fullName} calls spinOnce in a loop that never lets time pass: in virtual time spinOnce does not wait, so await a rate or a timeout in the loop.`,
      { place: { node: node.fullName } },
    );
  }
}
