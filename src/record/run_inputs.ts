import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import {
  declaredBytes,
  type LaunchStep,
  type Program,
  type RunConfig,
  STANDARD_INPUT,
} from '../system/index.js';

/** A file that determines what a run does. */
export interface RunInput {
  /** Absolute path, or as it was given. */
  readonly file: string;
  /** Hash of the content; undefined for a bag, which may be large, and for an unreadable file. */
  readonly sha256?: string;
}

/** The programs, model files, parameter files and bags that a run reads, each once. */
export function runInputs(config: RunConfig): RunInput[] {
  const { stdin } = config.system;
  const given = stdin === undefined ? [] : [standardInput(declaredBytes(stdin))];
  return [
    ...smallFiles(config).map(hashedInput),
    ...bagsOf(config).map((file) => ({ file })),
    ...given,
  ];
}

/** The same, but only which files they are. */
export function inputFiles(config: RunConfig): string[] {
  return [...smallFiles(config), ...bagsOf(config)];
}

function smallFiles({ system, models }: RunConfig): string[] {
  const programs = [...system.programs, ...startedBy(system.launch ?? [])];
  const files = new Set([
    ...programs.filter(({ builtin }) => builtin === undefined).map(({ file }) => file),
    ...(models.files ?? []).filter((model) => typeof model === 'string'),
    ...[system, ...programs].flatMap(({ rosArgs = [] }) => parameterFiles(rosArgs)),
  ]);
  return [...files];
}

function bagsOf({ system }: RunConfig): string[] {
  return [...new Set(system.bags.map(({ path }) => path))];
}

/** The modules that a run has loaded, besides the inputs that were known before. */
export function moduleInputs(
  modules: readonly string[],
  known: readonly RunInput[],
): readonly RunInput[] {
  const files = new Set(known.map(({ file }) => file));
  return modules.filter((file) => !files.has(file)).map(hashedInput);
}

/** An input that has changed since the run. */
export interface ChangedInput {
  readonly file: string;
  /** Whether it no longer exists. */
  readonly gone: boolean;
}

/** The inputs that are missing or whose content has changed, in order. */
export function changedInputs(inputs: readonly RunInput[]): ChangedInput[] {
  return inputs
    .filter(({ file }) => file !== STANDARD_INPUT)
    .map(({ file, sha256 }) => ({
      file,
      gone: !existsSync(file),
      same: sha256 === undefined || hashedInput(file).sha256 === sha256,
    }))
    .filter(({ gone, same }) => gone || !same)
    .map(({ file, gone }) => ({ file, gone }));
}

/** What programs have read as standard input; the configuration holds it. */
export function standardInput(bytes: Uint8Array): RunInput {
  return { file: STANDARD_INPUT, sha256: createHash('sha256').update(bytes).digest('hex') };
}

function hashedInput(file: string): RunInput {
  try {
    // A pipe delivers its content only once, to its reader.
    if (!statSync(file).isFile()) return { file };
    return { file, sha256: createHash('sha256').update(readFileSync(file)).digest('hex') };
  } catch {
    return { file };
  }
}

function startedBy(steps: readonly LaunchStep[]): Program[] {
  return steps.flatMap((step) => {
    if (step.kind === 'start') return [...step.programs];
    return 'steps' in step ? startedBy(step.steps) : [];
  });
}

function parameterFiles(words: readonly string[]): string[] {
  return words.filter((_, i) => words[i - 1] === '--params-file');
}
