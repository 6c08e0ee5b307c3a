import { Command } from 'commander';
import { cutCommand } from './bag_cut.js';
import { playCommand } from './bag_play.js';
import { readCommands } from './bag_read.js';
import { recordCommand } from './bag_record.js';
import { writeCommands } from './bag_write.js';

/** `rosArgs`: what followed `--ros-args` on the command line. */
export function bagCommand(rosArgs: readonly string[]): Command {
  const command = new Command('bag').description(
    'Look at, compare, convert, play and record bags.',
  );
  for (const sub of [
    ...readCommands(),
    ...writeCommands(),
    playCommand(rosArgs),
    recordCommand(rosArgs),
    cutCommand(rosArgs),
  ]) {
    command.addCommand(sub);
  }
  return command;
}
