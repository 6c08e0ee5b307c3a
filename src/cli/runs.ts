import { Command } from 'commander';
import { OrreryError } from '../errors/index.js';
import { parseLongDuration } from '../kernel/index.js';
import { type LeftRun, leftRuns, markRuns, prunable, removeRun } from '../record/index.js';
import { print } from './print.js';
import { wholeNumber } from './whole_number.js';

interface RunsOptions {
  readonly in: string;
  readonly json?: boolean;
}

interface PruneOptions extends RunsOptions {
  readonly keep?: string;
  readonly olderThan?: string;
  readonly crashed?: boolean;
  readonly dryRun?: boolean;
}

/** `orrery runs`: what runs have left behind. */
export function runsCommand(): Command {
  return new Command('runs')
    .addCommand(listCommand(), { isDefault: true })
    .addCommand(pruneCommand())
    .addCommand(keepCommand());
}

function listCommand(): Command {
  return withFolder(new Command('list'))
    .description('List the runs, newest first: size, age, virtual time, end, digest.')
    .option('--json', 'print the list as JSON')
    .action((options: RunsOptions) => {
      const now = Date.now();
      const runs = leftRuns(options.in, now);
      print(options.json ? `${JSON.stringify(runs, null, 2)}\n` : tableOf(runs, now));
    });
}

function pruneCommand(): Command {
  return withFolder(new Command('prune'))
    .description('Remove runs; never one that is kept or still runs.')
    .option('--keep <count>', 'keep this many of the newest')
    .option(
      '--older-than <duration>',
      'remove only runs written longer ago than this, e.g. 48h or 7d',
    )
    .option('--crashed', 'remove only runs that crashed or are damaged')
    .option('--dry-run', 'only list what would be removed')
    .action((options: PruneOptions) => {
      const { keep, olderThan, crashed, dryRun } = options;
      if (keep === undefined && olderThan === undefined && !crashed) throw noRule();
      const now = Date.now();
      const rules = {
        keep: keep === undefined ? undefined : Number(wholeNumber(keep)),
        olderThan: olderThan === undefined ? undefined : milliseconds(olderThan),
        crashed,
      };
      const chosen = prunable(leftRuns(options.in, now), rules, now);
      for (const run of chosen) {
        if (!dryRun) removeRun(run);
        print(`${dryRun ? 'would remove' : 'removed'} ${run.path} (${sizeOf(run.bytes)})\n`);
      }
      const freed = chosen.reduce((sum, { bytes }) => sum + bytes, 0);
      print(`${chosen.length} ${chosen.length === 1 ? 'run' : 'runs'}, ${sizeOf(freed)}\n`);
    });
}

function keepCommand(): Command {
  return withFolder(new Command('keep'))
    .description('Mark runs, so that prune does not remove them.')
    .argument('<names...>', 'names of runs, as in the list')
    .option('--release', 'remove the marks')
    .action((names: string[], options: RunsOptions & { readonly release?: boolean }) => {
      markRuns(leftRuns(options.in, Date.now()), names, !options.release);
    });
}

function withFolder(command: Command): Command {
  return command.option('--in <folder>', 'folder of the runs', 'runs');
}

function noRule(): OrreryError {
  return new OrreryError(
    'ORR_PRUNE_RULE',
    'Nothing says which runs to remove; give --keep, --older-than or --crashed.',
  );
}

/** A day is a unit here, because virtual time is not meant. */
function milliseconds(text: string): number {
  const days = /^(\d{1,6})\s*d$/.exec(text.trim())?.[1];
  return Number(
    parseLongDuration(days === undefined ? text : `${Number(days) * 24}h`) / 1_000_000n,
  );
}

function tableOf(runs: readonly LeftRun[], now: number): string {
  const rows = runs.map(({ name, bytes, written, virtualSeconds, end, digest, kept }) => [
    name,
    sizeOf(bytes),
    `${ageOf(now - written)} ago`,
    virtualSeconds === undefined ? '-' : `${virtualSeconds.toFixed(3)} s`,
    end,
    digest ?? '-',
    kept ? 'kept' : '',
  ]);
  const table = [['run', 'size', 'written', 'virtual time', 'end', 'digest', ''], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd();
  return `${table.map(line).join('\n')}\n`;
}

function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function ageOf(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds / 1000);
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 172_800
    ? `${Math.floor(seconds / 3600)} h`
    : `${Math.floor(seconds / 86_400)} d`;
}
