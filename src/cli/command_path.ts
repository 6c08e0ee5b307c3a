import type { Command } from 'commander';

/** A command, with the words that lead to it. */
export interface CommandPath {
  readonly path: string;
  readonly command: Command;
}

/** A command, followed by its subcommands at all levels. */
export function commandPaths(command: Command, before = ''): CommandPath[] {
  const path = `${before}${command.name()}`;
  const inner = command.commands.flatMap((sub) => commandPaths(sub, `${path} `));
  return [{ path, command }, ...inner];
}
