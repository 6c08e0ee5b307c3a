import { declareInput, type RunConfig } from '../system/index.js';
import { toExactJson } from './exact_json.js';
import { moduleInputs, type RunInput, runInputs, standardInput } from './run_inputs.js';

/** The part of `run.json` that allows a run to be repeated. */
export interface RecordedConfig {
  readonly config: RunConfig;
  /** The files that the run read, with their content at that time. */
  readonly inputs: readonly RunInput[];
  /** Relative paths in user code are relative to this. */
  readonly workingDirectory: string;
  /** Environment variables that Orrery itself reads. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Where packages and modules are searched for, in addition to the configuration. */
const VARIABLES = ['AMENT_PREFIX_PATH', 'NODE_PATH'] as const;

/** Describes a run before it begins; the result is JSON. */
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

/** The recorded configuration of a run whose programs have read this standard input. */
export function withInput(
  noted: ReturnType<typeof noteConfig>,
  bytes: Uint8Array,
): ReturnType<typeof noteConfig> {
  const config = noted.config as { readonly system: object };
  const system = { ...config.system, stdin: declareInput(bytes) };
  const inputs = noted.inputs as readonly RunInput[];
  return { ...noted, config: { ...config, system }, inputs: [...inputs, standardInput(bytes)] };
}

/** The recorded configuration of a finished run, whose modules are known. */
export function withModules(
  noted: ReturnType<typeof noteConfig>,
  modules: readonly string[],
): ReturnType<typeof noteConfig> {
  const inputs = noted.inputs as readonly RunInput[];
  return { ...noted, inputs: [...inputs, ...moduleInputs(modules, inputs)] };
}
