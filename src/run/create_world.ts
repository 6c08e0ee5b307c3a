import { TypeRegistry } from '../interfaces/index.js';
import { Simulation } from '../simulation/index.js';
import type { RunConfig } from '../system/index.js';

/**
 * The empty world of a run.
 *
 * @param bagStart - what the clock reads at the start unless the configuration sets it, in ns
 * @param onTurn - called between turns of the crank
 */
export function createWorld(
  config: RunConfig,
  sourceStart: bigint,
  onTurn: () => void,
): Simulation {
  const { system, clock, stop, output, seed } = config;
  const { distro, interfaces = [] } = system;
  const { messageLimit: limit } = stop;
  const messageLimit = limit === undefined ? {} : { messageLimit: limit };
  return new Simulation({
    initialTime: clock.initialTime ?? sourceStart,
    seed,
    distro,
    orderDigest: output.digest !== 'off',
    // A real network paces the run itself.
    ...(clock.rate === undefined || system.live !== undefined ? {} : { rate: clock.rate }),
    types: new TypeRegistry({ distro, directories: interfaces, ...messageLimit }),
    ...(stop.instantLimit === undefined ? {} : { instantLimit: stop.instantLimit }),
    onTurn,
  });
}
