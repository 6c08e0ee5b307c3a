#!/usr/bin/env node
/**
 * Room `cli`: the command `orrery`. One file per command, thin: options in, text out.
 *
 * May import every room's door.
 */
import { Command, CommanderError } from 'commander';
import { bagCommand } from './bag.js';
import { printError } from './print_error.js';
import { runCommand } from './run.js';
import { version } from './version.js';

const USAGE_ERROR = 2;

const program = new Command('orrery')
  .description('Runs a whole ROS 2 system as one deterministic simulation.')
  .version(version)
  .enablePositionalOptions()
  .exitOverride()
  .addCommand(runCommand())
  .addCommand(bagCommand());

try {
  await program.parseAsync(process.argv);
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : USAGE_ERROR;
  } else {
    printError(error);
    process.exitCode = 1;
  }
}
