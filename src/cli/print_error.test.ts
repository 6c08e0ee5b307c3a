import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { printError } from './print_error.js';

afterEach(() => {
  vi.restoreAllMocks();
});

it.each([
  ['missing/table.csv', 'the folder of a file that is written must exist.'],
  ['file/table.csv', 'a part of it is a file, not a folder.'],
  ['.', 'it is that of a folder, and a file is needed.'],
])('says what to do if %s cannot be written', (name, advice) => {
  const folder = mkdtempSync(join(tmpdir(), 'refused-'));
  writeFileSync(join(folder, 'file'), '');
  const write = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  try {
    writeFileSync(join(folder, name), '');
    expect.unreachable();
  } catch (error) {
    printError(error);
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(write.mock.calls.map(([text]) => String(text)).join('')).toMatch(
    new RegExp(`^error ORR_SYSTEM_REFUSED: .*; check the path: ${advice}\\n$`),
  );
});
