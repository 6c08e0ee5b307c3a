import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OrreryError } from '../errors/index.js';
import { fromExactJson, toExactJson } from './exact_json.js';
import type { RunConfig } from './run_config.js';
import { type RunInput, runInputs } from './run_inputs.js';

/** What `run.json` keeps of a run so that it can be repeated. */
export interface RecordedConfig {
  readonly config: RunConfig;
  /** The files that it read, as they were then. */
  readonly inputs: readonly RunInput[];
  /** Relative paths in user code are relative to this. */
  readonly workingDirectory: string;
  /** Variables of the environment that Orrery itself looks at. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Where packages and modules are looked for beyond the configuration. */
const VARIABLES = ['AMENT_PREFIX_PATH', 'NODE_PATH'] as const;

/** Notes a run before it begins; the result is JSON. */
export function noteConfig(config: RunConfig): Readonly<Record<string, unknown>> {
  const found = VARIABLES.flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]] as const],
  );
  return {
    config: toExactJson(config),
    inputs: runInputs(config),
    workingDirectory: process.cwd(),
    environment: Object.fromEntries(found),
  };
}

/**
 * Reads from a run's directory how to repeat it.
 *
 * @throws OrreryError `ORR_RUN_DIRECTORY` if it is none, `ORR_RUN_CONFIG` if an earlier version of
 *   Orrery left it, which did not keep the configuration
 */
export function readRunConfig(directory: string): RecordedConfig {
  const file = join(directory, 'run.json');
  const { format, repeat } = readJson(directory, file);
  if (typeof format !== 'string' || !format.startsWith('orrery-run/')) {
    throw noRun(directory, file);
  }
  if (typeof repeat?.config !== 'object' || !Array.isArray(repeat.inputs)) {
    throw new OrreryError(
      'ORR_RUN_CONFIG',
      `${file} does not hold the whole configuration of its run; repeat the run with this version of Orrery.`,
      { place: { file } },
    );
  }
  return { ...repeat, config: fromExactJson(repeat.config) as RunConfig };
}

interface RunJson {
  readonly format?: unknown;
  readonly repeat?: RecordedConfig;
}

function readJson(directory: string, file: string): RunJson {
  try {
    const content = JSON.parse(readFileSync(file, 'utf8')) as RunJson | null;
    return content ?? {};
  } catch (cause) {
    throw noRun(directory, file, cause);
  }
}

function noRun(directory: string, file: string, cause?: unknown): OrreryError {
  return new OrreryError(
    'ORR_RUN_DIRECTORY',
    `${directory} holds no readable run.json of a run; name a directory that orrery run left behind.`,
    { place: { file }, cause },
  );
}
