import { Simulation } from '../simulation/index.js';
import { Context } from './context.js';
import { enterSimulation } from './index.js';
import { init, shutdownAll } from './init.js';

/** What the clock of {@link inSimulation} reads at the start. */
export const START = 1_000_000_000_000n;

/**
 * Runs a program in a simulation of its own until nothing is left to happen, or for `seconds`.
 *
 * @param program - creates and spins nodes; may await virtual time.
 */
export async function inSimulation(
  program: (simulation: Simulation) => void | Promise<void>,
  seconds?: number,
  argv: string[] = [],
): Promise<void> {
  const simulation = new Simulation({ initialTime: START, seed: 7 });
  enterSimulation(simulation);
  await init(Context.defaultContext(), argv);
  let failure: unknown;
  try {
    const started = Promise.resolve(program(simulation)).catch((error: unknown) => {
      failure = error;
      simulation.pause();
    });
    if (seconds === undefined) await simulation.run();
    else await simulation.stepFor(BigInt(seconds * 1e9));
    await Promise.race([started, new Promise((resolve) => setImmediate(resolve))]);
  } finally {
    shutdownAll();
  }
  if (failure !== undefined) throw failure;
}
