import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { splitCommandLine } from './command_line.js';
import { COMMANDS } from './commands.js';
import { programOf } from './program.js';

function withAllBelow(command: Command, path = ''): (readonly [string, Command])[] {
  const name = `${path} ${command.name()}`.trim();
  return [[name, command], ...command.commands.flatMap((child) => withAllBelow(child, name))];
}

const all = withAllBelow(
  await programOf(Object.keys(COMMANDS), splitCommandLine(['node', 'orrery'])),
);

it('every command says what it does as a sentence that begins with a plain verb', () => {
  expect(all.length).toBeGreaterThan(90);
  const odd = all
    .map(([name, command]) => [name, command.description()])
    .filter(
      ([, description = '']) =>
        !/^[A-Z][a-z]+,? .*\.$/.test(description) ||
        /^(What|How|The|All|A|One|[A-Z]\w+s) /.test(description),
    );
  expect(odd).toEqual([]);
});

it('a command that describes one of its arguments describes all of them', () => {
  const blank = all.flatMap(([name, { registeredArguments }]) =>
    registeredArguments
      .filter(() => registeredArguments.some(({ description }) => description !== ''))
      .filter(({ description }) => description === '')
      .map((argument) => `${name} ${argument.name()}`),
  );
  expect(blank).toEqual([]);
});

it('all commands name their help and its option in the same words', () => {
  const words = all.map(([, command]) => command.helpInformation());
  expect(words.filter((help) => !/^ +-h, --help +show this help$/m.test(help))).toEqual([]);
  expect(words.filter((help) => help.includes('display help'))).toEqual([]);
});
