import { resolve } from 'node:path';
import { Command } from 'commander';
import {
  addOutputOptions,
  addTopicOptions,
  type OutputWords,
  outputOf,
  type SelectionWords,
} from './bag_options.js';
import { parseBagArgument } from './bag_playback.js';
import { addRunOptions, configOf, type RunWords, runName } from './bag_run.js';
import { executeRun } from './execute_run.js';
import { collect } from './run_options.js';

interface RecordWords extends SelectionWords, OutputWords, RunWords {
  readonly output: string;
  readonly bag: readonly string[];
  readonly includeHiddenTopics?: boolean;
}

/** `orrery bag record`: `orrery run` that leaves one bag, with the options of `ros2 bag record`. */
export function recordCommand(rosArgs: readonly string[]): Command {
  const command = new Command('record')
    .description('Runs nodes in virtual time and records what they publish.')
    .argument('<files...>', 'nodes to run, as for orrery run')
    .requiredOption(
      '-o, --output <path>',
      'NAME.mcap: one file; any other name: a rosbag2 directory',
    )
    .option('--bag <path[,option=value…]>', 'play this bag (repeatable)', collect, [])
    .option('--include-hidden-topics', 'also topics with a name part that begins with _');
  return addRunOptions(addOutputOptions(addTopicOptions(command))).action(
    async (files: string[], words: RecordWords) => {
      const { topics, regex, types, exclude, excludeRegex } = words;
      process.exitCode = await executeRun(
        {
          ...configOf(runName(files[0]!), files, words, rosArgs),
          bags: words.bag.map(parseBagArgument),
          recording: {
            path: resolve(words.output),
            topics,
            regex,
            types,
            exclude,
            excludeRegex,
            hidden: words.includeHiddenTopics === true,
            ...outputOf(words),
          },
        },
        words,
      );
    },
  );
}
