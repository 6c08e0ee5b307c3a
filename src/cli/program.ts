import { Command, Help, type Option } from 'commander';
import type { CommandLine } from './command_line.js';
import { COMMANDS } from './commands.js';
import { version } from './version.js';

/**
 * The command `orrery`. Of the commands that `loaded` does not name it knows only what its own help
 * shows.
 */
export async function programOf(
  loaded: readonly string[],
  line: CommandLine | undefined,
): Promise<Command> {
  const program = new Command('orrery')
    .description('Runs a whole ROS 2 system as one deterministic simulation.')
    .version(version);
  for (const [name, { description, load }] of Object.entries(COMMANDS)) {
    const isLoaded = line !== undefined && loaded.includes(name);
    const command = isLoaded ? await load(line) : new Command(name);
    program.addCommand(command.description(description));
  }
  prepare(program);
  return program;
}

/** Wrong usage is an exception here, with an exit code of its own, in every command. */
function prepare(command: Command): void {
  command.exitOverride().configureHelp({ optionDescription: describeOption });
  for (const child of command.commands) prepare(child);
}

/** That an option was not given yet is nothing to read. */
function describeOption(this: Help, option: Option): string {
  return Array.isArray(option.defaultValue)
    ? option.description
    : Help.prototype.optionDescription.call(this, option);
}
