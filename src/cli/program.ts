import { Command, Help, type Option } from 'commander';
import type { CommandLine } from './command_line.js';
import { COMMANDS } from './commands.js';
import { version } from './version.js';

/**
 * The command `orrery`. For commands that `loaded` does not name, it knows only what its own help
 * shows.
 */
export async function programOf(
  loaded: readonly string[],
  line: CommandLine | undefined,
): Promise<Command> {
  const program = new Command('orrery')
    .description('Run a whole ROS 2 system as one deterministic simulation.')
    .version(version);
  for (const [name, { description, load }] of Object.entries(COMMANDS)) {
    const isLoaded = line !== undefined && loaded.includes(name);
    const command = isLoaded ? await load(line) : new Command(name);
    program.addCommand(command.description(description));
  }
  prepare(program);
  return program;
}

/** In every command, wrong usage throws an exception with its own exit code. */
function prepare(command: Command): void {
  command.exitOverride().configureHelp({ optionDescription: describeOption });
  for (const child of command.commands) prepare(child);
}

/** Whether an option has a value yet is of no interest. */
function describeOption(this: Help, option: Option): string {
  return Array.isArray(option.defaultValue)
    ? option.description
    : Help.prototype.optionDescription.call(this, option);
}
