import type { Graph, GraphNode } from '../../graph/index.js';
import type { TypeRegistry } from '../../interfaces/index.js';
import { type Kernel, turningKernel } from '../../kernel/index.js';
import type { Simulation } from '../../simulation/index.js';
import { RealTimeWorld } from './real_time_world.js';

/** A scheduled call that can be cancelled. */
export interface Scheduled {
  destroy(): void;
}

/** The world of the nodes of this program: its graph and its time. */
export interface World {
  readonly graph: Graph;
  /** The interfaces of the world. */
  readonly types: TypeRegistry;
  /** Whether its time is virtual. */
  readonly isSimulated: boolean;
  /** Runs the node's callbacks from now on. */
  attach(node: GraphNode): void;
  /** Stops running the node's callbacks; messages that arrive are kept. */
  detach(node: GraphNode): void;
  /**
   * Calls back after `delay` ns of the world's time.
   *
   * @param options - `background`: nothing waits for it, and a run may end first.
   */
  schedule(delay: number, callback: () => void, options?: { background?: boolean }): Scheduled;
  /**
   * Called before the program acts on the world. If the world follows the wall clock, its time
   * advances to the present; in a simulation, time moves only between callbacks.
   */
  touch(): void;
  /** Called when such an act, or the creation of an entity, has failed, before the program may put back what it has replaced. */
  failed(): void;
  /** Waits for `delay` ns while nothing else runs; only if the world follows the wall clock. */
  block(delay: number): void;
  /** The time of a steady clock, in ns. */
  steadyTime(): bigint;
}

/** Worlds by their kernel. */
const worlds = new WeakMap<Kernel, World>();

/** A world that was entered. */
interface Stay {
  readonly world: World;
  left: boolean;
  /**
   * After this world is left: where to return. An entry that is never left keeps no earlier world
   * alive.
   */
  before?: Stay | undefined;
}

let stay: Stay | undefined;
let realTime: RealTimeWorld | undefined;

/**
 * The world of the running code: the one whose crank is turning, as in every
 * callback and its continuations after awaiting virtual time; else the one last entered; else
 * one in real time.
 */
export function currentWorld(): World {
  const turning = turningKernel();
  const world = turning === undefined ? undefined : worlds.get(turning);
  return world ?? stay?.world ?? realTimeWorld();
}

function realTimeWorld(): World {
  if (realTime === undefined) {
    realTime = new RealTimeWorld();
    worlds.set(realTime.graph.kernel, realTime);
  }
  return realTime;
}

/**
 * Binds code outside of callbacks to this world from now on.
 *
 * @returns a function that leads back to the previous world, at once or when the worlds entered
 *   since
 *   have been left too
 */
export function enterWorld(world: World): () => void {
  const before = stay;
  const entered: Stay = { world, left: false };
  stay = entered;
  return () => {
    entered.left = true;
    entered.before = before;
    while (stay?.left) stay = stay.before;
  };
}

/** The world of a simulation, whose owner turns the crank. */
export function simulatedWorld(simulation: Simulation): World {
  let world = worlds.get(simulation.kernel);
  if (world === undefined) {
    world = createSimulatedWorld(simulation);
    worlds.set(simulation.kernel, world);
  }
  return world;
}

function createSimulatedWorld(simulation: Simulation): World {
  return {
    graph: simulation.graph,
    types: simulation.types,
    isSimulated: true,
    attach: (node) => simulation.attach(node),
    detach: (node) => node.detach(),
    schedule: (delay, callback, options) => {
      const timer = simulation.schedule(delay, callback);
      if (options?.background) timer.keepAlive(false);
      return timer;
    },
    touch: () => {},
    failed: () => simulation.graph.vigil?.failed(),
    block: () => {},
    steadyTime: () => BigInt(simulation.graph.kernel.now),
  };
}
