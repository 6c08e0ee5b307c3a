import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** These pass on what programs print, or give the terminal to Node's own line editor. */
const RAW = ['print.ts', 'main.ts', 'debug_output.ts', 'execute_run.ts', 'prompt_for_commands.ts'];

it('is how every command prints', () => {
  const folder = new URL('.', import.meta.url);
  const others = readdirSync(folder).filter(
    (name) => name.endsWith('.ts') && !name.includes('.test') && !RAW.includes(name),
  );
  expect(others.length).toBeGreaterThan(20);
  const raw = others.filter((name) =>
    /process\.std(?:out|err)\.write|console\./.test(readFileSync(new URL(name, folder), 'utf8')),
  );
  expect(raw).toEqual([]);
});
