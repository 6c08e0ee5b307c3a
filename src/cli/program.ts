import { Command, Help, type Option } from 'commander';
import type { CommandLine } from './command_line.js';
import { COMMANDS } from './commands.js';
import { version } from './version.js';

/**
 * The command `orrery`. Of commands that `loaded` does not name, it knows only what the main help shows.
 */
export async function programOf(
  loaded: readonly string[],
  line: CommandLine | undefined,
): Promise<Command> {
  const program = new Command('orrery')
    .description('Run a whole ROS 2 system as one deterministic simulation.')
    .version(version, '-V, --version', 'print the version');
  for (const [name, { description, load }] of Object.entries(COMMANDS)) {
    const isLoaded = line !== undefined && loaded.includes(name);
    const command = isLoaded ? await load(line) : new Command(name);
    program.addCommand(command.description(description));
  }
  prepare(program);
  program.hook('preAction', (_program, command) => {
    refuseSwallowedOptions(command, line?.words ?? []);
  });
  return program;
}

/** An option without its value would take the next word as one: with `--seed --no-record`, a seed. */
function refuseSwallowedOptions(command: Command, words: readonly string[]): void {
  const names = new Set(command.options.flatMap(({ long, short }) => [long, short]));
  for (const option of command.options) {
    const key = option.attributeName();
    if (command.getOptionValueSource(key) !== 'cli') continue;
    const values: unknown[] = [command.getOptionValue(key)].flat();
    const swallowed = values.find((value) => typeof value === 'string' && names.has(value));
    if (swallowed === undefined || words.includes(`${option.long}=${swallowed}`)) continue;
    command.error(
      `error: option '${option.flags}' needs a value, but ${swallowed} follows; for that very text, write ${option.long}=${swallowed}`,
    );
  }
}

/** In every command, wrong usage throws an exception with its own exit code, and help has the same words. */
function prepare(command: Command): void {
  command.exitOverride().configureHelp({ optionDescription: describeOption });
  if (command.commands.length > 0)
    command.helpCommand('help [command]', 'show the help of a command');
  for (const child of command.commands) prepare(child);
}

/** Does not show the default value of options that can be repeated, an empty list. */
function describeOption(this: Help, option: Option): string {
  if (option.long === '--help') return 'show this help';
  return Array.isArray(option.defaultValue)
    ? option.description
    : Help.prototype.optionDescription.call(this, option);
}
