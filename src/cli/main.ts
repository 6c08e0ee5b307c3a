#!/usr/bin/env node
/**
 * Room `cli`: the command `orrery`. One file per command, thin: options in, text out.
 *
 * May import every room's door.
 */
import { Command, CommanderError } from 'commander';
import { plainRosWords } from '../job/index.js';
import { analyzeCommand } from './analyze.js';
import { bagCommand } from './bag.js';
import { splitCommandLine } from './command_line.js';
import { compareCommand } from './compare.js';
import { debugCommand } from './debug.js';
import { diffCommand } from './diff.js';
import { doctorCommand } from './doctor.js';
import { evalCommand } from './eval.js';
import { exploreCommand } from './explore.js';
import { importCommand } from './import.js';
import { launchCommand } from './launch.js';
import { printError } from './print_error.js';
import { runCommand } from './run.js';
import { typesCommand } from './types.js';
import { verifyCommand } from './verify.js';
import { version } from './version.js';

const USAGE_ERROR = 2;

/** Wrong usage is an exception here, with an exit code of its own, in every command. */
function throwOnExit(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) throwOnExit(child);
}

// A reader that has seen enough, as `| head`, is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

try {
  const line = splitCommandLine(process.argv);
  const program = new Command('orrery')
    .description('Runs a whole ROS 2 system as one deterministic simulation.')
    .version(version)
    .addCommand(runCommand(line))
    .addCommand(launchCommand(line))
    .addCommand(doctorCommand(line))
    .addCommand(verifyCommand(plainRosWords(line.ros)))
    .addCommand(compareCommand(plainRosWords(line.ros)))
    .addCommand(diffCommand())
    .addCommand(debugCommand())
    .addCommand(analyzeCommand())
    .addCommand(exploreCommand(line))
    .addCommand(bagCommand(plainRosWords(line.ros)))
    .addCommand(importCommand())
    .addCommand(evalCommand())
    .addCommand(typesCommand());
  throwOnExit(program);
  await program.parseAsync(line.words);
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : USAGE_ERROR;
  } else {
    printError(error);
    process.exitCode = 1;
  }
}
