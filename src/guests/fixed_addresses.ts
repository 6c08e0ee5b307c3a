import { machine } from 'node:os';
import { outside, real } from '../guard/index.js';
import { findProgram } from './python_interpreter.js';

/** Starts a program whose memory the system does not place at random; part of util-linux. */
const STARTER = 'setarch';

let isPermitted: boolean | undefined;

/**
 * The command and arguments that start a program at the same addresses in every run, because addresses can decide
 * orders, and programs print them. Where the system does not allow that (not Linux, or a container that forbids it),
 * they start the program as it is.
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

/** If not, the program is started directly, because its own error says best why. */
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

/** Whether the system lets a program start in this way. */
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
