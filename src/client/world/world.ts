import type { Graph, GraphNode } from '../../graph/index.js';
import type { Simulation } from '../../simulation/index.js';
import { RealTimeWorld } from './real_time_world.js';

/** Something scheduled that can be called off. */
export interface Scheduled {
  destroy(): void;
}

/** The world that the nodes of this program live in: its graph and its time. */
export interface World {
  readonly graph: Graph;
  /** Whether its time is virtual. */
  readonly isSimulated: boolean;
  /** Has the node's callbacks run from now on. */
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

let current: World | undefined;

/** The world of this program: the one last given to {@link useWorld}, else one in real time. */
export function currentWorld(): World {
  current ??= new RealTimeWorld();
  return current;
}

/** Has contexts that are initialised and clocks that are made from now on live in this world. */
export function useWorld(world: World | undefined): void {
  current = world;
}

/** The world of a simulation, whose owner turns the crank. */
export function simulatedWorld(simulation: Simulation): World {
  return {
    graph: simulation.graph,
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
