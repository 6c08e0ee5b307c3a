import { spawnSync } from 'node:child_process';
import { Command, Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { bashCompletion } from './bash_completion.js';
import { splitCommandLine } from './command_line.js';
import { COMMANDS } from './commands.js';
import { programOf } from './program.js';
import { zshCompletion } from './zsh_completion.js';

const line = splitCommandLine(['node', 'orrery', 'run']);
const has = (shell: string) => spawnSync(shell, ['-c', ':']).status === 0;

/** What bash offers for these words, the last of which is being typed. */
function offered(script: string, words: readonly string[]): string[] {
  const quoted = words.map((word) => `'${word}'`).join(' ');
  const ask = `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _orrery; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr, status } = spawnSync('bash', ['-c', `${script}\n${ask}`], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return stdout.split('\n').filter(Boolean);
}

function sample(): Command {
  const run = new Command('run')
    .argument('[files...]', 'what to run')
    .description("Runs it: [all], even what isn't there.")
    .option('-p, --param <name:=value>', 'a parameter')
    .addOption(new Option('--digest <what>', 'what: [enters]').choices(['content', 'off']));
  const bag = new Command('bag').addCommand(new Command('play').option('--loop', 'again'));
  return new Command('orrery').addCommand(run).addCommand(bag);
}

describe.skipIf(!has('bash'))('in bash', () => {
  const script = bashCompletion(sample());

  it.each([
    [['orrery', 'r'], ['run']],
    [['orrery', 'run', '--d'], ['--digest']],
    [['orrery', 'run', 'bag', '--p'], ['--param']],
    [['orrery', 'run', '--digest', 'o'], ['off']],
    [['orrery', 'run', '-p', '--d'], []],
    [['orrery', 'run', 'robot.m'], []],
    [['orrery', 'bag', 'p'], ['play']],
    [['orrery', 'bag', 'play', '--l'], ['--loop']],
  ])('%j is completed by %j', (words, expected) => {
    expect(offered(script, words)).toEqual(expected);
  });
});

describe.skipIf(!has('zsh'))('in zsh', () => {
  it('the script is one that zsh can read', () => {
    const { stderr } = spawnSync('zsh', ['-n'], {
      input: zshCompletion(sample()),
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
  });
});

describe('the whole command', () => {
  it('is completed: every command with every option in its help', async () => {
    const program = await programOf(Object.keys(COMMANDS), line);
    const scripts = [bashCompletion(program), zshCompletion(program)];
    const within = ({ options, commands }: Command): string[] => [
      ...options.flatMap(({ long, hidden }) => (long === undefined || hidden ? [] : [long])),
      ...commands.flatMap((command) => [command.name(), ...within(command)]),
    ];
    const missing = within(program).filter((word) => !scripts.every((text) => text.includes(word)));
    expect(missing).toEqual([]);
  });

  it('groups the options of a run by purpose, with the ten most used first', async () => {
    const program = await programOf(['run'], line);
    const help = program.commands.find((command) => command.name() === 'run')!.helpInformation();
    const headings = [...help.matchAll(/^(\S.*):$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual([
      ...['Arguments', 'Most used', 'Input', 'End of the run', 'Time', 'Models', 'Record'],
      ...['Real network', 'Proof'],
    ]);
    const first = /^Most used:\n([\s\S]*?)\n\n/m.exec(help)![1]!;
    expect(first.match(/^ {2}-/gm)).toHaveLength(11);
    expect(help).not.toContain('default: []');
  });
});
