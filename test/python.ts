/** The Python of this machine, for tests of Orrery's Python packages. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './project.js';

/** The folder of the packages. */
export const PACKAGES = join(ROOT, 'python');

/** Python 3.10 or newer; `undefined` if there is none, in which case tests that need it are skipped. */
export const PYTHON: string | undefined = ['python3', 'python'].find((command) => {
  const { stdout } = spawnSync(command, ['-c', 'import sys; print(sys.version_info >= (3, 10))'], {
    encoding: 'utf8',
  });
  return stdout?.trim() === 'True';
});

/** The interpreters that ORRERY_PYTHONS lists (paths separated by colons), otherwise that of this machine. */
export const PYTHONS = process.env.ORRERY_PYTHONS?.split(':') ?? [PYTHON ?? 'python3'];

/** A Python program's exit code and output. */
export interface PythonResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs Python in the folder of the packages. */
export function python(
  args: readonly string[],
  options: { readonly input?: string; readonly env?: Readonly<Record<string, string>> } = {},
): PythonResult {
  const { status, stdout, stderr } = spawnSync(PYTHON ?? 'python3', args, {
    cwd: PACKAGES,
    encoding: 'utf8',
    input: options.input ?? '',
    maxBuffer: 1 << 30,
    env: { ...process.env, PYTHONPATH: PACKAGES, PYTHONDONTWRITEBYTECODE: '1', ...options.env },
  });
  return { status, stdout, stderr };
}
