import { systemSeed } from '../schedule/index.js';
import type { RunConfig } from '../system/index.js';

/** The configuration with the seed that its schedule decides, if it decides one. */
export function withDecidedSeed(config: RunConfig): RunConfig {
  const { schedule } = config.proof;
  const seed = schedule && systemSeed(schedule);
  return seed === undefined ? config : { ...config, seed };
}
