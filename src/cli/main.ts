#!/usr/bin/env node
/**
 * Room `cli`: the command `orrery`. One file per command, thin: options in, text out.
 *
 * May import every room's door.
 */
import { CommanderError } from 'commander';
import { OrreryError } from '../errors/index.js';
import { COMMANDS } from './commands.js';
import { printError } from './print_error.js';
import { programOf } from './program.js';
import { watchOutput } from './watch_output.js';

const USAGE_ERROR = 2;
/** As of a run that its wall-clock limit ended: a description can use it up, too. */
const WALL_LIMIT = 125;

watchOutput();

try {
  const { argv } = process;
  // A help that only lists the commands loads none of them.
  const name = argv[argv[2] === 'help' ? 3 : 2] ?? '';
  const line = Object.hasOwn(COMMANDS, name)
    ? (await import('./command_line.js')).splitCommandLine(argv)
    : undefined;
  const program = await programOf(line === undefined ? [] : [name], line);
  await program.parseAsync([...(line?.words ?? argv)]);
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : USAGE_ERROR;
  } else {
    printError(error);
    process.exitCode =
      error instanceof OrreryError && error.code === 'ORR_WALL_LIMIT' ? WALL_LIMIT : 1;
  }
}
