import { Command } from 'commander';
import { findSince, type Since, type TriedRevision } from '../campaigns/index.js';
import type { CommandLine } from './command_line.js';
import { interruptible } from './interruptible.js';
import { print, printNote } from './print.js';
import { systemsOfWords } from './system.js';
import { jobsOf } from './whole_number.js';

interface SinceCommandOptions {
  readonly good: string;
  readonly bad: string;
  readonly digest?: boolean;
  readonly store: string;
  readonly jobs?: string;
  readonly json?: boolean;
}

/** `orrery sweep since`: finds the revision of the user's repository that broke a campaign, or changed it. */
export function sweepSinceCommand(line: CommandLine): Command {
  return new Command('since')
    .description(
      'Find by bisection the git revision since which runs of the system fail, or differ.',
    )
    .argument('<campaign>', 'a campaign file in the repository')
    .requiredOption('--good <revision>', 'a revision at which the campaign passes')
    .option('--bad <revision>', 'a later one at which it does not', 'HEAD')
    .option('--digest', 'look for runs that differ from those at the good revision')
    .option('-j, --jobs <count>', 'runs at the same time (default: all cores)')
    .option('--json', 'print what was tried as JSON')
    .action(async (file: string, options: SinceCommandOptions) => {
      process.exitCode = await since(file, line, options);
    });
}

async function since(
  file: string,
  line: CommandLine,
  { good, bad, digest, store, jobs, json }: SinceCommandOptions,
): Promise<number> {
  let interrupted = false;
  const found = await interruptible(async (signal) => {
    const result = await findSince({
      ...{ file, good, bad, store, signal },
      by: digest ? 'digest' : 'failures',
      configOf: systemsOfWords(line),
      parallel: jobsOf(jobs),
      onTried: (tried) => printNote(`${triedText(tried)}\n`),
    });
    interrupted = signal.aborted;
    return result;
  });
  print(json ? `${JSON.stringify(found, null, 2)}\n` : sinceText(found));
  return interrupted ? 130 : 0;
}

function triedText({ commit, title, verdict, text }: TriedRevision): string {
  return `${verdict.padEnd(10)} ${commit.slice(0, 12)} ${title}${text === '' ? '' : `: ${text}`}`;
}

function sinceText({ first, tried, revisions }: Since): string {
  const bad = first.at(-1)!;
  const [count, of] = [tried.length, revisions + 1];
  const many =
    first.length === 1
      ? ''
      : `It may also be one of ${first.length - 1} before it, which could not be tested.\n`;
  return `since ${bad.commit.slice(0, 12)} ${bad.title}\n  ${bad.text}\n${many}${count} of ${of} revisions tried\n`;
}
