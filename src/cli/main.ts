#!/usr/bin/env node
/**
 * Room `cli`: the command `orrery`. One file per command, thin: options in, text out.
 *
 * May import every room's door.
 */
import { Command, CommanderError } from 'commander';
import { bagCommand } from './bag.js';
import { diffCommand } from './diff.js';
import { evalCommand } from './eval.js';
import { importCommand } from './import.js';
import { printError } from './print_error.js';
import { runCommand } from './run.js';
import { typesCommand } from './types.js';
import { verifyCommand } from './verify.js';
import { version } from './version.js';

const USAGE_ERROR = 2;

// What follows --ros-args is for the nodes: commander must not see it.
const rosArgsAt = process.argv.indexOf('--ros-args');
const words = rosArgsAt < 0 ? process.argv : process.argv.slice(0, rosArgsAt);
const rosArgs = rosArgsAt < 0 ? [] : process.argv.slice(rosArgsAt + 1);

const program = new Command('orrery')
  .description('Runs a whole ROS 2 system as one deterministic simulation.')
  .version(version)
  .addCommand(runCommand(rosArgs))
  .addCommand(verifyCommand(rosArgs))
  .addCommand(diffCommand())
  .addCommand(bagCommand(rosArgs))
  .addCommand(importCommand())
  .addCommand(evalCommand())
  .addCommand(typesCommand());

/** Wrong usage is an exception here, with an exit code of its own, in every command. */
function throwOnExit(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) throwOnExit(child);
}
throwOnExit(program);

try {
  await program.parseAsync(words);
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : USAGE_ERROR;
  } else {
    printError(error);
    process.exitCode = 1;
  }
}
