import { basename, resolve } from 'node:path';
import { Command } from 'commander';
import { exportCsv, exportJson, exportPerfetto } from '../studio/index.js';
import { print } from './print.js';

interface ExportOptions {
  readonly output?: string;
}

export function exportCommand(): Command {
  const command = new Command('export');
  command
    .command('perfetto')
    .description('Write a trace for ui.perfetto.dev; of several runs a ZIP, shown on one timeline.')
    .argument('<runs...>', 'directories that runs left behind')
    .option('-o, --output <file>', 'default: RUN.pftrace or runs.zip, in this folder')
    .action((runs: readonly string[], { output }: ExportOptions) =>
      write(output ?? (runs.length === 1 ? named(runs[0]!, 'pftrace') : 'runs.zip'), (file) =>
        exportPerfetto(runs, file),
      ),
    );
  command
    .command('csv')
    .description('Write one line for each callback.')
    .argument('<run>', 'directory that a run left behind')
    .option('-o, --output <file>', 'default: RUN.csv, in this folder')
    .action((run: string, { output }: ExportOptions) =>
      write(output ?? named(run, 'csv'), (file) => exportCsv(run, file)),
    );
  command
    .command('json')
    .description('Write what the system consisted of, and its callbacks.')
    .argument('<run>', 'directory that a run left behind')
    .option('-o, --output <file>', 'default: RUN.json, in this folder')
    .action((run: string, { output }: ExportOptions) =>
      write(output ?? named(run, 'json'), (file) => exportJson(run, file)),
    );
  return command;
}

/** The name of the run's directory with an extension. */
function named(run: string, extension: string): string {
  return `${basename(resolve(run))}.${extension}`;
}

async function write(file: string, make: (file: string) => Promise<void>): Promise<void> {
  await make(file);
  print(`wrote ${file}\n`);
}
