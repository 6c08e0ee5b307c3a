import { join } from 'node:path';
import { isTape } from '../bag/index.js';
import { type RunConfig, withChanges } from '../system/index.js';
import { RunBags } from './run_bags.js';
import type { RunSource } from './run_source.js';

/** Where a run keeps what it received from outside. */
const TAPE = 'outside.mcap';

/** What acts on a run from outside, and the configuration that follows from it. */
export interface Outside {
  readonly bags: RunBags;
  /** Sources other than the bags. */
  readonly sources: readonly RunSource[];
  readonly config: RunConfig;
}

/**
 * Opens the bags of a run, and the real network that it joins or the tapes that replace it.
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
    // The nodes live in the domain that the tape was recorded in.
    env = { ...env, ROS_DOMAIN_ID: String(tape.domain) };
  }
  if (system.live !== undefined) {
    const { directory } = output;
    // Loaded on demand, so that other runs start faster.
    const { LiveSource } = await import('../live/index.js');
    const tapePath = directory === undefined ? undefined : join(directory, TAPE);
    sources.push(await LiveSource.open(system.live, system, { tapePath, goBack }));
  }
  return { bags, sources, config: withChanges(config, { system: { env } }) };
}
