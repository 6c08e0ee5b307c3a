import { CommanderError } from 'commander';
import { OrreryError } from '../errors/index.js';
import { keepCode } from '../start/index.js';
import { COMMANDS } from './commands.js';
import { beginNotes } from './print.js';
import { printError } from './print_error.js';
import { programOf } from './program.js';
import { watchOutput } from './watch_output.js';

const USAGE_ERROR = 2;
/** The same as for a run that reached its wall-clock limit: expanding a description can use up that time, too. */
const WALL_LIMIT = 125;

/** Runs the command that these words name; prints its errors, and sets the exit code. */
export async function runCommandLine(argv: readonly string[]): Promise<void> {
  watchOutput();
  beginNotes();
  try {
    // A help that only lists the commands loads none of them.
    const name = argv[argv[2] === 'help' ? 3 : 2] ?? '';
    const line = Object.hasOwn(COMMANDS, name)
      ? (await import('./command_line.js')).splitCommandLine(argv)
      : undefined;
    const program = await programOf(line === undefined ? [] : [name], line);
    await program.parseAsync([...(line?.words ?? argv)]);
    keepCode();
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : USAGE_ERROR;
    } else {
      printError(error);
      process.exitCode =
        error instanceof OrreryError && error.code === 'ORR_WALL_LIMIT' ? WALL_LIMIT : 1;
    }
  }
}
