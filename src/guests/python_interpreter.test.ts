import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { PYTHON } from '../../test/python.js';
import { pythonInterpreter } from './python_interpreter.js';

const folder = mkdtempSync(join(tmpdir(), 'orrery-interpreter-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A script that stands for the wrapper of a version manager. */
function wrapper(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return file;
}

describe('the interpreter that a command means', () => {
  it.skipIf(PYTHON === undefined)('is asked of a wrapper, once', () => {
    const file = wrapper('python3', `echo asked >> '${folder}/asked'\nexec ${PYTHON} "$@"`);
    const words = ['-c', 'import sys; print(sys.executable)'];
    const behind = execFileSync(PYTHON!, words, { encoding: 'utf8' }).trim();
    const path = [folder, process.env.PATH].join(delimiter);
    for (const command of ['python3', 'python3', file]) {
      expect(pythonInterpreter(command, path)).toBe(behind);
    }
    expect(readFileSync(join(folder, 'asked'), 'utf8')).toBe('asked\n');
  });

  it('is the command itself if there is no wrapper, or it says nothing', () => {
    const others = [process.execPath, join(folder, 'none'), wrapper('fails', 'exit 1')];
    for (const command of others) expect(pythonInterpreter(command)).toBe(command);
    expect(pythonInterpreter('python3', folder.replace(/.$/, '_'))).toBe('python3');
  });
});
