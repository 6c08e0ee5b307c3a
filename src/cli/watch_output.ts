import { OrreryError } from '../errors/index.js';
import { printError } from './print_error.js';

type OutputError = NodeJS.ErrnoException;

let onLoss = (error: OutputError): void => {
  // A reader that stops early, such as `| head`, is not an error of a command that only prints.
  if (error.code === 'EPIPE') process.exit();
  printError(unwritable(error, 'the rest was not printed'));
  process.exit(1);
};

/** Handles the loss of standard output at any moment: its reader leaves, or its disk is full. */
export function watchOutput(): void {
  process.stdout.on('error', (error) => onLoss(error));
  // The errors of this stream have nowhere to be reported.
  process.stderr.on('error', () => {});
}

/**
 * While a run continues, the loss of its output ends it as if interrupted, and it completes its record.
 *
 * @returns a function to call when the run is over: from then on only its report can be lost, which changes the
 *   exit code unless the reader left
 */
export function interruptWithoutOutput(interrupt: () => void): () => void {
  let isOver = false;
  onLoss = (error) => {
    // Each further write fails, too.
    onLoss = () => {};
    if (!isOver) {
      printError(unwritable(error, INTERRUPTED));
      interrupt();
    } else if (error.code !== 'EPIPE') {
      printError(unwritable(error, 'the report of the run is lost, but not what it leaves behind'));
      process.once('exit', (code) => {
        process.exitCode = code || 1;
      });
    }
  };
  return () => {
    isOver = true;
  };
}

const INTERRUPTED = 'the run is interrupted, and what it leaves behind is complete up to now';

function unwritable(error: OutputError, then: string): OrreryError {
  const why = error.code === 'EPIPE' ? 'its reader has left' : error.message;
  return new OrreryError(
    'ORR_OUTPUT_UNWRITABLE',
    `Standard output cannot be written: ${why}; ${then}.`,
  );
}
