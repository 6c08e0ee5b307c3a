import type { Command, Option } from 'commander';
import { commandPaths } from './command_path.js';
import { shellWord } from './shell_word.js';

/** The script that zsh sources to complete the command line of a program, with descriptions. */
export function zshCompletion(program: Command): string {
  const name = program.name();
  const functions = commandPaths(program).map(({ path, command }) =>
    command.commands.length > 0 ? zshGroup(path, command) : zshLeaf(path, command),
  );
  return `#compdef ${name}
# Completes the command line of ${name} in zsh: source <(${name} completion zsh)
${functions.join('\n')}
if [[ $funcstack[1] == _${name} ]]; then _${name} "$@"; else compdef _${name} ${name}; fi
`;
}

/** The completion function of a command with subcommands. */
function zshGroup(path: string, command: Command): string {
  const entries = command.commands.map((sub) =>
    shellWord(`${sub.name()}:${sub.description().replaceAll(':', '\\:')}`),
  );
  const cases = command.commands.map(
    (sub) => `        ${sub.name()}) ${functionOf(`${path} ${sub.name()}`)} ;;`,
  );
  return `${functionOf(path)}() {
  local context state state_descr line
  typeset -A opt_args
  _arguments -C \\
${zshOptions(command)}
    '1:command:->command' '*::argument:->argument'
  case $state in
    command)
      local -a commands=(
        ${entries.join('\n        ')}
      )
      _describe command commands ;;
    argument)
      case $line[1] in
${cases.join('\n')}
      esac ;;
  esac
}`;
}

/** The completion function of a command without subcommands. */
function zshLeaf(path: string, command: Command): string {
  const places = command.registeredArguments.map((argument, at) => {
    const { argChoices, variadic } = argument;
    const what = argChoices === undefined ? '_files' : `(${argChoices.join(' ')})`;
    return `    ${shellWord(`${variadic ? '*' : at + 1}:${plain(argument.name())}:${what}`)}`;
  });
  return `${functionOf(path)}() {
  _arguments -s -S \\
${[zshOptions(command), ...places.map((place) => `${place} \\`)].join('\n')}
    && return
}`;
}

function zshOptions(command: Command): string {
  return [...command.options.filter(({ hidden }) => !hidden).flatMap(zshOption)]
    .concat(["'(- *)'{-h,--help}'[show help]'"])
    .map((line) => `    ${line} \\`)
    .join('\n');
}

function zshOption(option: Option): string[] {
  const { required, optional, argChoices, description } = option;
  const repeats = option.variadic || Array.isArray(option.defaultValue);
  const value = /[<[](.+)[>\]]/.exec(option.flags)?.[1] ?? '';
  const what = argChoices === undefined ? '_files' : `(${argChoices.join(' ')})`;
  const taken = required || optional ? `${optional ? '::' : ':'}${plain(value)}:${what}` : '';
  return [option.short, option.long].flatMap((flag) =>
    flag === undefined
      ? []
      : [
          shellWord(
            `${repeats ? '*' : ''}${flag}[${description.replace(/[[\]:\\]/g, '\\$&')}]${taken}`,
          ),
        ],
  );
}

const functionOf = (path: string) => `_${path.replace(/\W/g, '_')}`;

/** Removes what `_arguments` of zsh would interpret in the name of a value. */
const plain = (text: string) => text.replace(/[:[\]\\]/g, ' ').trim();
