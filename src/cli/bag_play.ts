import { resolve } from 'node:path';
import { Command } from 'commander';
import { programNameOf, withChanges } from '../system/index.js';
import { executeRun } from './execute_run.js';
import { addPlaybackOptions, type PlaybackWords, playbackOf } from './playback_words.js';
import { addRunOptions, configOf, type RunWords } from './run_words.js';

interface PlayWords extends PlaybackWords, RunWords {
  readonly record?: string;
}

/** `orrery bag play`: `orrery run` with the bag first, and the options of `ros2 bag play`. */
export function bagPlayCommand(rosArgs: readonly string[]): Command {
  const command = new Command('play')
    .description('Play a bag through nodes in virtual time, every message at its own stamp.')
    .argument('<bag>', 'MCAP or sqlite3 file, or rosbag2 directory')
    .argument('[files...]', 'nodes to run with it, as in orrery run')
    .option('--record <directory>', 'leave recording, trace and run.json there');
  return addRunOptions(addPlaybackOptions(command)).action(
    async (bag: string, files: string[], words: PlayWords) => {
      const config = configOf(programNameOf(resolve(files[0] ?? bag)), files, words, rosArgs);
      const { record } = words;
      process.exitCode = await executeRun(
        withChanges(config, {
          system: { bags: [{ path: resolve(bag), ...playbackOf(words) }] },
          output: { directory: record === undefined ? undefined : resolve(record) },
        }),
        words,
      );
    },
  );
}
