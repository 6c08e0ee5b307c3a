import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import {
  LEARNT_LAUNCH_CONFIG,
  type LearntCallback,
  type LearntNode,
  learnCallbacks,
  learntConfiguration,
} from '../analysis/index.js';
import { OrreryError } from '../errors/index.js';
import { writeOutputFile } from '../record/index.js';
import { print, printNote } from './print.js';

/** `orrery graph learn`: what callbacks of a run have sent, as a configuration of ros2_def. */
export function graphLearnCommand(): Command {
  return new Command('learn')
    .description(
      'Learn from a run what each callback sends, and write it as a configuration of ros2_def.',
    )
    .argument('<run>', 'the directory of a run, with its trace')
    .option('-o, --output <folder>', 'where to write the files (default: nowhere)')
    .option('--json', 'print what was learnt as JSON')
    .action(async (run: string, { output, json }: { output?: string; json?: boolean }) => {
      const nodes = await learnCallbacks(run);
      const { files, notes } = learntConfiguration(nodes);
      for (const note of notes) printNote(`warning: ${note}\n`);
      if (output !== undefined) write(output, files);
      if (json) print(`${JSON.stringify(nodes, null, 2)}\n`);
      else print(nodes.map(textOf).join(''));
      if (output !== undefined && !json) print(`wrote ${join(output, LEARNT_LAUNCH_CONFIG)}\n`);
    });
}

function write(folder: string, files: Readonly<Record<string, unknown>>): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (cause) {
    throw new OrreryError(
      'ORR_OUTPUT_UNWRITABLE',
      `The folder ${folder} cannot be made; name one that you may write to.`,
      { place: { file: folder }, cause },
    );
  }
  for (const [name, content] of Object.entries(files)) {
    writeOutputFile(join(folder, name), `${JSON.stringify(content, null, 2)}\n`);
  }
}

function textOf({ name, callbacks }: LearntNode): string {
  return `${name}\n${callbacks.map((each) => `  ${wordsOf(each)}\n`).join('')}`;
}

function wordsOf({ topic, period, calls, outputs, services }: LearntCallback): string {
  const from = topic ?? `timer ${(period ?? 0) / 1e6} ms`;
  const sends = outputs.map(({ topic: to, least, most }) =>
    least === 1 && most === 1 ? to : `${to} (${least === most ? most : `${least} to ${most}`})`,
  );
  const asks = services.map((service) => `calls ${service}`);
  const does = [...sends, ...asks].join(', ') || 'nothing';
  return `${from} → ${does}; ${calls === 1 ? 'once' : `${calls} times`}`;
}
