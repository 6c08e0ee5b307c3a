import { resolve } from 'node:path';
import { Command } from 'commander';
import type { RecorderOptions } from '../bag/index.js';
import { OrreryError } from '../errors/index.js';
import { programNameOf, withChanges } from '../system/index.js';
import {
  addOutputOptions,
  addTopicOptions,
  type OutputWords,
  outputOf,
  type SelectionWords,
  topicsOf,
} from './bag_options.js';
import { executeRun } from './execute_run.js';
import { parseBagArgument } from './playback_words.js';
import { collect } from './run_option_groups.js';
import { addRunOptions, configOf, type RunWords } from './run_words.js';

interface RecordWords extends SelectionWords, OutputWords, RunWords {
  readonly output: string;
  readonly bag: readonly string[];
  readonly all?: boolean;
  readonly allTopics?: boolean;
  readonly allServices?: boolean;
  readonly includeHiddenTopics?: boolean;
}

/** `orrery bag record`: `orrery run` that leaves one bag, with the options of `ros2 bag record`. */
export function bagRecordCommand(rosArgs: readonly string[]): Command {
  const command = new Command('record')
    .description('Run nodes in virtual time and record what they publish.')
    .argument('[files...]', 'nodes to run, as in orrery run; none to record what --bag plays')
    .requiredOption(
      '-o, --output <path>',
      'NAME.mcap: one file; any other name: a rosbag2 directory',
    )
    .option('--bag <path[,option=value…]>', 'play this bag (repeatable)', collect, [])
    .option('-a, --all', 'record all topics, and the events of all services')
    .option('--all-topics', 'record all topics, the default')
    .option('--all-services', 'record the events of all services')
    .option('--include-hidden-topics', 'include topics with a name part that begins with _');
  return addRunOptions(addOutputOptions(addTopicOptions(command))).action(
    async (files: string[], words: RecordWords) => {
      const named = files[0] ?? words.bag[0];
      if (named === undefined) {
        throw new OrreryError(
          'ORR_NOTHING_TO_RUN',
          'There is nothing to record: give a node to run, or a bag to play with --bag.',
        );
      }
      process.exitCode = await executeRun(
        withChanges(configOf(programNameOf(resolve(named)), files, words, rosArgs), {
          system: { bags: words.bag.map(parseBagArgument) },
          output: {
            recording: {
              path: resolve(words.output),
              ...recordedTopics(words),
              hidden: words.includeHiddenTopics === true,
              ...outputOf(words.output, words),
            },
          },
        }),
        words,
      );
    },
  );
}

/** As in rosbag2, `--all` and `--all-topics` win over what is listed. */
function recordedTopics(words: RecordWords): RecorderOptions {
  const chosen = topicsOf(words);
  const { services, regex } = chosen;
  const allServices = words.all === true || words.allServices === true;
  const serviceEvents = allServices || services !== undefined || regex !== undefined;
  if (words.all === true || words.allTopics === true) {
    return {
      ...chosen,
      topics: undefined,
      services: undefined,
      regex: undefined,
      types: undefined,
      serviceEvents,
    };
  }
  if (words.allServices !== true) return { ...chosen, serviceEvents };
  const events = '.*/_service_event';
  return { ...chosen, regex: regex === undefined ? events : `${regex}|${events}`, serviceEvents };
}
