import { Command } from 'commander';
import { importKitti } from '../bag/index.js';
import { addWriteOptions, write } from './bag_write_commands.js';
import { positiveInteger, wholeNumber } from './whole_number.js';

interface KittiWords {
  readonly output: string;
  readonly velodyne?: string;
  readonly times?: string;
  readonly poses?: string;
  readonly calib?: string;
  readonly startTime?: string;
  readonly limit?: string;
}

/** `orrery import`: data sets become bags. */
export function importCommand(): Command {
  const kitti = new Command('kitti')
    .description('Import a sequence of the KITTI odometry benchmark, with the topics of kitti2bag.')
    .argument('<directory>', 'e.g. dataset/sequences/00')
    .option('--velodyne <folder>', 'folder of the scans')
    .option('--times <file>', 'times.txt')
    .option('--poses <file>', 'ground truth, e.g. dataset/poses/00.txt')
    .option('--calib <file>', 'calib.txt')
    .option('--start-time <ns>', 'time 0 of the sequence, in ns since the epoch')
    .option('--limit <count>', 'import only this many scans');
  return new Command('import').addCommand(
    addWriteOptions(kitti).action((directory: string, words: KittiWords) => {
      const { velodyne, times, poses, calib, startTime, limit } = words;
      return write('import', words, (options) =>
        importKitti(directory, words.output, {
          ...options,
          velodyne,
          times,
          poses,
          calib,
          startTime: startTime === undefined ? undefined : wholeNumber(startTime),
          limit: limit === undefined ? undefined : positiveInteger(limit),
        }),
      );
    }),
  );
}
