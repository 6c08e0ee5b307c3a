import { Argument, Command } from 'commander';
import { bashCompletion } from './bash_completion.js';
import type { CommandLine } from './command_line.js';
import { COMMANDS } from './commands.js';
import { print } from './print.js';
import { programOf } from './program.js';
import { zshCompletion } from './zsh_completion.js';

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion } as const;

/** `line`: the part of the command line that is for the nodes. */
export function completionCommand(line: CommandLine): Command {
  const shells = Object.keys(SCRIPTS) as (keyof typeof SCRIPTS)[];
  return new Command('completion')
    .addArgument(new Argument('<shell>', 'which shell').choices(shells))
    .addHelpText('after', '\nLoad it with: source <(orrery completion bash)')
    .action(async (shell: keyof typeof SCRIPTS) => {
      const others = Object.keys(COMMANDS).filter((name) => name !== 'completion');
      print(SCRIPTS[shell](await programOf(others, line)));
    });
}
