import { join } from 'node:path';
import { OrreryError } from '../errors/index.js';
import type { RunConfig } from '../system/index.js';
import { fromExactJson } from './exact_json.js';
import { groupedConfig } from './grouped_config.js';
import type { RecordedConfig } from './recorded_config.js';
import { readRunFile } from './run_file.js';

/**
 * Reads from a run's directory how to repeat it.
 *
 * @throws OrreryError `ORR_RUN_DIRECTORY` if the folder is not a run directory, `ORR_RUN_CONFIG` if an earlier
 *   version of Orrery wrote it, without the configuration
 */
export function readRunConfig(directory: string): RecordedConfig {
  const { format, ...file } = readRunFile(directory);
  const repeat = file.repeat as Partial<RecordedConfig> | undefined;
  if (typeof repeat?.config !== 'object' || !Array.isArray(repeat.inputs)) {
    const file = join(directory, 'run.json');
    throw new OrreryError(
      'ORR_RUN_CONFIG',
      `${file} does not contain the whole configuration of its run; repeat the run with this version of Orrery.`,
      { place: { file } },
    );
  }
  const config = fromExactJson(repeat.config);
  return {
    ...(repeat as RecordedConfig),
    config:
      format === 'orrery-run/1'
        ? groupedConfig(config as Parameters<typeof groupedConfig>[0])
        : (config as RunConfig),
  };
}
