import { OrreryError, type OrreryErrorOptions } from '../errors/index.js';
import type { Simulation } from '../simulation/index.js';
import { LAUNCH } from './launch_runner.js';
import type { EndedProcess, Processes } from './processes.js';

/** Node's exit code for a process that ends with an uncaught exception. */
const EXIT_CODE = 1;

/** Called when a process died. */
export interface DeathListeners {
  /** Takes a death that nothing waited for. */
  readonly report: (error: OrreryError) => void;
  /** Takes a death that the launch file handles. */
  readonly warn: (text: string) => void;
}

/**
 * A process that ends by itself ends alone: its nodes disappear and the run continues. In a launched system, the
 * same holds for one ended by an exception. If its exit code is not 0 and nothing waits for its end (`respawn`,
 * `on_exit`, `on_process_exit`), that is still an error of the run.
 */
export function watchDeaths(
  simulation: Simulation,
  processes: Processes,
  { report, warn }: DeathListeners,
  isLaunched: boolean,
): void {
  const tell = (died: EndedProcess, text: string, details: OrreryErrorOptions = {}) => {
    if (died.awaited) warn(text);
    else report(new OrreryError('ORR_PROCESS_DIED', text, details));
  };
  const moment = () => `at ${(simulation.kernel.now / 1e9).toFixed(3)} s of virtual time`;
  processes.onFailed = (failed, code) => {
    const place = failed.file === undefined ? {} : { place: { file: failed.file } };
    tell(failed, `The process "${failed.name}" ended ${moment()} with exit code ${code}.`, place);
  };
  simulation.onThrown = (error, { program, named }) => {
    if (processes.isExit(error)) return true;
    if (!isLaunched || program === undefined || program === LAUNCH) return false;
    // Read before the process is ended, which may run other code.
    const [cause, then] = [named(), moment()];
    const died = processes.die(program, EXIT_CODE);
    if (died === undefined) return false;
    const text = `The process "${died.name}" died ${then} with exit code ${EXIT_CODE}: ${textOf(cause)}`;
    tell(died, text, detailsOf(cause));
    return true;
  };
}

function textOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** The place of the error, and the error of user code whose stack is to be shown. */
function detailsOf(cause: unknown): OrreryErrorOptions {
  if (!(cause instanceof OrreryError)) return { cause };
  return { place: cause.place, cause: cause.cause ?? cause };
}
