import type { Command, Option } from 'commander';
import { commandPaths } from './command_path.js';
import { shellWord } from './shell_word.js';

/** The script that bash sources to complete the command line of a program, made from the program's definition. */
export function bashCompletion(program: Command): string {
  const name = program.name();
  const all = commandPaths(program);
  const words = all.map(
    ({ path, command }) =>
      `    ${shellWord(path)}) words=${shellWord([...command.commands.map((sub) => sub.name()), ...flagsOf(command)].join(' '))} ;;`,
  );
  const values = all.flatMap(({ path, command }) =>
    command.options.flatMap((option) => valueCases(path, option)),
  );
  const inner = all.slice(1).map(({ path }) => shellWord(path));
  return `# Completes the command line of ${name} in bash: source <(${name} completion bash)
_${name}() {
  local word=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]}
  local path=${name} words= index
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "$path \${COMP_WORDS[index]}" in
      ${inner.join(' | \\\n      ')}) path+=" \${COMP_WORDS[index]}" ;;
    esac
  done
  COMPREPLY=()
  case "$path $previous" in
${values.join('\n')}
  esac
  case "$path" in
${words.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
# Everything that is not a word of ${name} is completed as a file.
complete -o bashdefault -o default -F _${name} ${name}
`;
}

/** What follows an option: one of its choices, or what readline offers by default. */
function valueCases(path: string, option: Option): string[] {
  if (!option.required || option.hidden) return [];
  const cases = [option.short, option.long].flatMap((flag) =>
    flag === undefined ? [] : [shellWord(`${path} ${flag}`)],
  );
  const choices = option.argChoices?.join(' ');
  const reply =
    choices === undefined ? '' : `COMPREPLY=($(compgen -W ${shellWord(choices)} -- "$word")); `;
  return [`    ${cases.join(' | ')}) ${reply}return ;;`];
}

function flagsOf(command: Command): string[] {
  const flags = command.options
    .filter(({ hidden }) => !hidden)
    .flatMap(({ short, long }) => [short, long].filter((flag) => flag !== undefined));
  return [...flags, '--help'];
}
