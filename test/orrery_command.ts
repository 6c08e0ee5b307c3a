import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '..');
export const COMMAND = join(ROOT, 'dist/cli/main.js');
/** Where real recordings and vectors are, if they exist. */
export const SHARED = process.env.ORRERY_SHARED ?? resolve(ROOT, '../shared');

if (!existsSync(COMMAND)) throw new Error('The command is not built: run npm run setup.');

/** Runs the command to its end. */
export function orrery(args: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [COMMAND, ...args], { encoding: 'utf8', timeout: 170_000 });
}

export function temporaryDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'orrery-test-'));
}

/** The parts of `run.json` that tests read. */
export interface RunFile {
  readonly speed: { readonly wallSeconds: number; readonly callbacksPerSecond: number };
  readonly end: string;
  readonly exitCode: number;
  readonly errors: readonly { readonly code: string; readonly message: string }[];
  readonly warnings: readonly string[];
  readonly results: Readonly<Record<string, unknown>>;
  readonly digest: { readonly total: string; readonly nodes: Readonly<Record<string, string>> };
  readonly counts: { readonly callbacks: number; readonly messages: number };
  readonly versionDifferences: readonly { readonly what: string; readonly line: number }[];
}

export function readRun(directory: string): RunFile {
  return JSON.parse(readFileSync(join(directory, 'run.json'), 'utf8')) as RunFile;
}

export function program(name: string): string {
  return join(ROOT, 'test/programs', name);
}
