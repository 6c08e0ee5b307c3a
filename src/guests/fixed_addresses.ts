import { machine } from 'node:os';
import { outside, real } from '../guard/index.js';
import { findProgram } from './python_interpreter.js';

/** Starts a program whose memory the system does not place at random; part of util-linux. */
const STARTER = 'setarch';

let isPermitted: boolean | undefined;

/**
 * The command and arguments that start a program at the addresses of every other run: some of them decide orders, and
 * programs print them. The program itself where the system does not do that: other systems than Linux, containers
 * that forbid it.
 */
export function fixedAddresses(
  file: string,
  args: readonly string[],
  path: string | undefined,
): [file: string, args: readonly string[]] {
  const found = findProgram(file, path);
  isPermitted ??= asks();
  if (!isPermitted || found === undefined || !canStart(found)) return [file, args];
  return [STARTER, [...options(), found, ...args]];
}

/** Why a program cannot be started is said best by its own start. */
function canStart(file: string): boolean {
  try {
    real.fs.accessSync(file, real.fs.constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function options(): string[] {
  return [machine(), '--addr-no-randomize'];
}

/** Whether the system lets a program start so. */
function asks(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    outside(() =>
      real.childProcess.execFileSync(STARTER, [...options(), 'true'], { stdio: 'ignore' }),
    );
    return true;
  } catch {
    return false;
  }
}
