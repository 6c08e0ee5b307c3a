import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { didYouMean, OrreryError } from '../errors/index.js';
import { type RunFile, readRunFile } from './run_file.js';

/** A run stored in a folder of runs. */
export interface LeftRun {
  /** The name of its directory. */
  readonly name: string;
  readonly path: string;
  /** The size of all its files, in bytes. */
  readonly bytes: number;
  /** When it was last written, in ms since the epoch. */
  readonly written: number;
  /**
   * How it ended, as in `run.json`; `running`: it is still writing; `crashed`: it claims to be running, but has not
   * written for a while; `damaged`: its `run.json` cannot be read.
   */
  readonly end: string;
  readonly digest: string | undefined;
  readonly virtualSeconds: number | undefined;
  /** Whether it was marked to be kept. */
  readonly kept: boolean;
}

/** Which runs {@link prunable} selects; all given rules must match. */
export interface PruneRules {
  /** Keeps this many of the newest runs. */
  readonly keep?: number | undefined;
  /** Selects only runs written longer ago than this, in ms. */
  readonly olderThan?: number | undefined;
  /** Selects only crashed and damaged runs. */
  readonly crashed?: boolean | undefined;
}

/** The file that marks a run as kept. */
const MARK = '.keep';
/**
 * A running run writes a checkpoint each second, or every few seconds with very many topics; after this many ms
 * without one, it is considered dead.
 */
const SILENCE = 60_000;

/**
 * The runs of a folder, newest first.
 *
 * @param now - in ms since the epoch
 */
export function leftRuns(folder: string, now: number): LeftRun[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'run.json')))
    .map(({ name }) => leftRun(name, join(folder, name), now))
    .sort((a, b) => b.written - a.written || (a.name < b.name ? -1 : 1));
}

function leftRun(name: string, path: string, now: number): LeftRun {
  const files = readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== MARK)
    .map((entry) => statSync(join(path, entry.name)));
  const written = Math.max(...files.map(({ mtimeMs }) => mtimeMs));
  const file = fileOf(path);
  const isSilent = now - written > SILENCE;
  // A run that has just begun has an empty run.json.
  const said = file?.end ?? (statSync(join(path, 'run.json')).size === 0 ? 'running' : 'damaged');
  return {
    ...{ name, path, written },
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    end: said === 'running' && isSilent ? 'crashed' : said,
    digest: file?.digest.total || undefined,
    virtualSeconds: file?.time.virtualSeconds,
    kept: existsSync(join(path, MARK)),
  };
}

function fileOf(path: string): RunFile | undefined {
  try {
    return readRunFile(path);
  } catch {
    return undefined;
  }
}

/** The runs selected by rules, but never one that is kept or still running. */
export function prunable(runs: readonly LeftRun[], rules: PruneRules, now: number): LeftRun[] {
  const { keep = 0, olderThan = 0, crashed = false } = rules;
  return runs
    .filter(({ kept, end }) => !kept && end !== 'running')
    .slice(keep)
    .filter(({ written }) => now - written >= olderThan)
    .filter(({ end }) => !crashed || end === 'crashed' || end === 'damaged');
}

/** Removes the files of a run. */
export function removeRun({ path }: LeftRun): void {
  rmSync(path, { recursive: true, force: true });
}

/**
 * Marks runs as kept, or removes the marks.
 *
 * @throws OrreryError `ORR_RUN_UNKNOWN` before anything is marked
 */
export function markRuns(runs: readonly LeftRun[], names: readonly string[], kept: boolean): void {
  const chosen = names.map((name) => {
    const run = runs.find((each) => each.name === name);
    if (run !== undefined) return run;
    const hint = didYouMean(
      name,
      runs.map((each) => each.name),
    );
    throw new OrreryError('ORR_RUN_UNKNOWN', `There is no run "${name}"${hint || '.'}`);
  });
  for (const { path } of chosen) {
    if (kept) writeFileSync(join(path, MARK), '');
    else rmSync(join(path, MARK), { force: true });
  }
}
