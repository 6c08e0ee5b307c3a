import type { Simulation } from './simulation.js';

/**
 * The simulation that runs this thread's programs. A program may step one of its own meanwhile: then
 * this one stands still, however many turns of the engine's loop that takes.
 */
let outer: Simulation | undefined;

// Captured before any guard can replace it.
const realSetImmediate = globalThis.setImmediate;

/** Sets the simulation that runs the programs of this thread; undefined: none does. */
export function setOuterSimulation(simulation: Simulation | undefined): void {
  outer = simulation;
}

/**
 * Called when `inner` begins to turn its crank.
 *
 * @returns a function to call when `inner` stands still again; the outer one goes on one macrotask later, after
 *   what awaited `inner` has had its turn and may have begun the next step
 */
export function holdOuterSimulation(inner: Simulation): () => void {
  if (outer === undefined || outer === inner) return () => {};
  const release = outer.kernel.hold();
  return () => void realSetImmediate(release);
}
