import { join } from 'node:path';
import { isTape } from '../bag/index.js';
import { type RunConfig, withChanges } from '../system/index.js';
import { RunBags } from './run_bags.js';
import type { RunSource } from './run_source.js';

/** Where a run keeps what came from outside. */
const TAPE = 'outside.mcap';

/** What acts in a run from outside, and the configuration with what follows from it. */
export interface Outside {
  readonly bags: RunBags;
  /** Beside the bags. */
  readonly sources: readonly RunSource[];
  readonly config: RunConfig;
}

/**
 * Opens the bags of a run, and the real network that it takes part in, or the tapes in its place.
 *
 * @throws OrreryError as `RunBags.open`;
 *   `ORR_DDS_…`, `ORR_LIVE_TAPE`, `ORR_BAG_…`, `ORR_OUTPUT_…`
 */
export async function openOutside(
  config: RunConfig,
  goBack?: (to: number) => void,
): Promise<Outside> {
  const { system, output } = config;
  const bags = await RunBags.open(config);
  const sources: RunSource[] = [];
  let { env = {} } = system;
  for (const { path } of system.bags) {
    if (!(await isTape(path))) continue;
    const { TapeSource } = await import('../live/index.js');
    const tape = await TapeSource.open(path);
    sources.push(tape);
    // The nodes are in the domain in which those of the tape were.
    env = { ...env, ROS_DOMAIN_ID: String(tape.domain) };
  }
  if (system.live !== undefined) {
    const { directory } = output;
    // Loaded by those only who need it: a run starts more quickly without.
    const { LiveSource } = await import('../live/index.js');
    const tapePath = directory === undefined ? undefined : join(directory, TAPE);
    sources.push(await LiveSource.open(system.live, system, { tapePath, goBack }));
  }
  return { bags, sources, config: withChanges(config, { system: { env } }) };
}
