import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { outside, real } from '../guard/index.js';

/** The interpreter that a version manager's wrapper finally starts, by the path of the wrapper. */
const behind = new Map<string, string>();

/**
 * The interpreter that `command` means. A wrapper, as version managers put one into the path, is asked once which
 * interpreter it starts, because the wrapper takes more time than the interpreter itself.
 */
export function pythonInterpreter(command: string, path = ''): string {
  const file = findProgram(command, path);
  if (file === undefined || !isScript(file)) return command;
  let interpreter = behind.get(file);
  if (interpreter === undefined) {
    interpreter = askFor(file) ?? command;
    behind.set(file, interpreter);
  }
  return interpreter;
}

/** The file that a command means; a name without folder is looked for in those of `path`. */
export function findProgram(command: string, path = ''): string | undefined {
  if (command.includes('/')) return command;
  return path
    .split(delimiter)
    .map((folder) => join(folder, command))
    .find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
}

function isScript(file: string): boolean {
  const start = Buffer.alloc(2);
  try {
    const descriptor = openSync(file, 'r');
    try {
      readSync(descriptor, start, 0, 2, 0);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return false;
  }
  return start.toString('latin1') === '#!';
}

function askFor(file: string): string | undefined {
  try {
    const words = ['-c', 'import sys; print(sys.executable)'];
    const answer = outside(() =>
      real.childProcess.execFileSync(file, words, { stdio: ['ignore', 'pipe', 'ignore'] }),
    );
    return answer.toString().trim() || undefined;
  } catch {
    return undefined;
  }
}
