import type { RunConfig } from '../system/index.js';

/** The configuration in the format `orrery-run/1`, which is flat where the current one is grouped. */
type FlatConfig = Pick<RunConfig, 'name' | 'seed' | 'command'> &
  RunConfig['system'] &
  RunConfig['clock'] &
  Pick<RunConfig['stop'], 'duration' | 'instantLimit' | 'monitor'> &
  Omit<RunConfig['models'], 'files'> &
  Omit<RunConfig['output'], 'graph'> &
  RunConfig['proof'] & {
    readonly stop?: RunConfig['stop'];
    readonly models?: RunConfig['models']['files'];
    readonly reportGraph?: boolean;
  };

/** Reads the configuration of a run that was recorded as `orrery-run/1`. */
export function groupedConfig(flat: FlatConfig): RunConfig {
  const { programs, launch, bags, rosArgs, distro, interfaces } = flat;
  const { duration, instantLimit, monitor, models, executors, delays, clockAdvances } = flat;
  const { digest, directory, recording, recordingsTo, reportGraph } = flat;
  const { schedule, expect, strict, disturbMs, measure } = flat;
  return {
    name: flat.name,
    seed: flat.seed,
    command: flat.command,
    system: { programs, launch, bags, rosArgs, distro, interfaces },
    clock: {
      initialTime: flat.initialTime,
      rate: flat.rate,
      constructAtZero: flat.constructAtZero,
    },
    stop: { ...flat.stop, duration, instantLimit, monitor },
    models: { files: models, executors, delays, clockAdvances },
    output: { digest, directory, recording, recordingsTo, graph: reportGraph },
    proof: { schedule, expect, strict, disturbMs, measure },
  };
}
