import { Command } from 'commander';
import { readCommands } from './bag_read.js';
import { writeCommands } from './bag_write.js';

export function bagCommand(): Command {
  const command = new Command('bag').description(
    'Look at, compare, convert, play and record bags.',
  );
  for (const sub of [...readCommands(), ...writeCommands()]) command.addCommand(sub);
  return command;
}
