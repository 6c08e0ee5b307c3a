import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { diffHtml, diffRuns, diffText } from '../verify/index.js';
import { print } from './print.js';

export function diffCommand(): Command {
  return new Command('diff')
    .argument('<runA>', 'directory that a run left behind')
    .argument('<runB>', 'directory that another run left behind')
    .option('--html <file>', 'write the comparison as a page')
    .option('--json', 'print the comparison as JSON')
    .action(async (runA: string, runB: string, options: { html?: string; json?: boolean }) => {
      const diff = await diffRuns(runA, runB);
      if (options.html !== undefined) writeFileSync(options.html, diffHtml(diff));
      const plain = (_key: string, value: unknown) =>
        typeof value === 'bigint' ? value.toString() : value;
      print(options.json === true ? `${JSON.stringify(diff, plain, 2)}\n` : diffText(diff));
      process.exitCode = diff.same ? 0 : 1;
    });
}
