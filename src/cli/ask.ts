import { Command } from 'commander';
import { askRuns, type RunAnswer } from '../ask/index.js';
import { print } from './print.js';

/** The most lines that are printed for one run. */
const MOST_LINES = 20;

interface AskOptions {
  readonly none?: boolean;
  readonly json?: boolean;
}

export function askCommand(): Command {
  return new Command('ask')
    .argument(
      '<question>',
      "e.g. '/cmd_vel not followed by /motor within 50ms', '/map not before /scan at /planner'",
    )
    .argument('<runs...>', 'directories that runs left behind, or recordings')
    .option('--none', 'exit with 1 if any run has an answer, or nothing to ask about')
    .option('--json', 'print the answers as JSON')
    .action(async (question: string, runs: readonly string[], options: AskOptions) => {
      const answers = await askRuns(runs, question);
      const plain = (_key: string, value: unknown) =>
        typeof value === 'bigint' ? value.toString() : value;
      print(
        options.json === true
          ? `${JSON.stringify(answers, plain, 2)}\n`
          : answers.map(textOf).join(''),
      );
      const isNone = answers.every(({ count, isEvaluated }) => count === 0 && isEvaluated);
      if (options.none === true && !isNone) process.exitCode = 1;
    });
}

function textOf({ run, count, stamps, undecided, isEvaluated }: RunAnswer): string {
  if (!isEvaluated) return `${run}: not evaluated: nothing that it asks about was seen\n`;
  const open = undecided > 0 ? `, ${undecided} undecided at its end` : '';
  const lines = stamps
    .slice(0, MOST_LINES)
    .map(
      (stamp) => `  ${stamp / 1_000_000_000n}.${String(stamp % 1_000_000_000n).padStart(9, '0')}`,
    );
  if (count > MOST_LINES) lines.push(`  … and ${count - MOST_LINES} more`);
  return [`${run}: ${count}${open}`, ...lines, ''].join('\n');
}
