import { Command } from 'commander';
import { plainRosWords } from '../system/index.js';
import { bagCutCommand } from './bag_cut.js';
import { bagPlayCommand } from './bag_play.js';
import { bagReadCommands } from './bag_read_commands.js';
import { bagRecordCommand } from './bag_record.js';
import { bagWriteCommands } from './bag_write_commands.js';
import type { CommandLine } from './command_line.js';

/** `line`: the part of the command line that is for the nodes. */
export function bagCommand({ ros }: CommandLine): Command {
  const rosArgs = plainRosWords(ros);
  const command = new Command('bag');
  for (const sub of [
    ...bagReadCommands(),
    ...bagWriteCommands(),
    bagPlayCommand(rosArgs),
    bagRecordCommand(rosArgs),
    bagCutCommand(rosArgs),
  ]) {
    command.addCommand(sub);
  }
  return command;
}
