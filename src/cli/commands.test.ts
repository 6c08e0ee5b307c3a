import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { splitCommandLine } from './command_line.js';
import { COMMANDS } from './commands.js';
import { programOf } from './program.js';

function described(command: Command, path = ''): (readonly [string, string])[] {
  const name = `${path} ${command.name()}`.trim();
  const own = [name, command.description()] as const;
  return [own, ...command.commands.flatMap((child) => described(child, name))];
}

it('every command says what it does as a sentence that begins with a plain verb', async () => {
  const line = splitCommandLine(['node', 'orrery']);
  const all = described(await programOf(Object.keys(COMMANDS), line));
  expect(all.length).toBeGreaterThan(90);
  const odd = all.filter(
    ([, description]) =>
      !/^[A-Z][a-z]+,? .*\.$/.test(description) ||
      /^(What|How|The|All|A|One|[A-Z]\w+s) /.test(description),
  );
  expect(odd).toEqual([]);
});
