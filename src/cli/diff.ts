import { Command } from 'commander';
import { writeStudioPage } from '../studio/index.js';
import { diffRuns, diffText } from '../verify/index.js';
import { print } from './print.js';

export function diffCommand(): Command {
  return new Command('diff')
    .argument('<runA>', 'directory that a run left behind')
    .argument('<runB>', 'directory that another run left behind')
    .option(
      '--html <file>',
      'write a page of the studio with both runs, as `orrery studio --html` does',
    )
    .option('--json', 'print the comparison as JSON')
    .action(async (runA: string, runB: string, options: { html?: string; json?: boolean }) => {
      const diff = await diffRuns(runA, runB);
      if (options.html !== undefined) writeStudioPage([runA, runB], options.html);
      const plain = (_key: string, value: unknown) =>
        typeof value === 'bigint' ? value.toString() : value;
      print(options.json === true ? `${JSON.stringify(diff, plain, 2)}\n` : diffText(diff));
      process.exitCode = diff.same ? 0 : 1;
    });
}
