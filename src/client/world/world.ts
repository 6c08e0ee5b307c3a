import type { Graph, GraphNode } from '../../graph/index.js';
import type { TypeRegistry } from '../../interfaces/index.js';
import { type Kernel, turningKernel } from '../../kernel/index.js';
import type { Simulation } from '../../simulation/index.js';
import { RealTimeWorld } from './real_time_world.js';

/** Something scheduled that can be called off. */
export interface Scheduled {
  destroy(): void;
}

/** The world that the nodes of this program live in: its graph and its time. */
export interface World {
  readonly graph: Graph;
  /** Its interfaces. */
  readonly types: TypeRegistry;
  /** Whether its time is virtual. */
  readonly isSimulated: boolean;
  /** Runs the node's callbacks from now on. */
  attach(node: GraphNode): void;
  /** Stops running the node's callbacks; what arrives is kept. */
  detach(node: GraphNode): void;
  /**
   * Calls back after `delay` ns of the world's time.
   *
   * @param options - `background`: nothing waits for it; a run may end before.
   */
  schedule(delay: number, callback: () => void, options?: { background?: boolean }): Scheduled;
  /**
   * Called before the program acts on the world. Where time is the wall clock's it moves on to the
   * present; in a simulation time moves between callbacks only.
   */
  touch(): void;
  /** Waits for `delay` ns while nothing else runs; only where time is the wall clock's. */
  block(delay: number): void;
  /** What a steady clock reads, in ns. */
  steadyTime(): bigint;
}

/** The worlds whose crank turns by this kernel. */
const worlds = new WeakMap<Kernel, World>();

/** A world that programs were told to live in. */
interface Stay {
  readonly world: World;
  left: boolean;
  /** Once it is left: what leads back. A stay that is never left keeps no earlier world alive. */
  before?: Stay | undefined;
}

let stay: Stay | undefined;
let realTime: RealTimeWorld | undefined;

/**
 * The world of the code that is running: that whose crank is being turned, which is so in every
 * callback and in what goes on after it has awaited virtual time; else the one last entered; else
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
 * Binds what runs outside of callbacks to this world from now on.
 *
 * @returns what leads back to the world that was left for it, at once or when those entered since
 *   are left too
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
    block: () => {},
    steadyTime: () => BigInt(simulation.graph.kernel.now),
  };
}
