import { OrreryError } from '../errors/index.js';
import { printError } from './print_error.js';

type OutputError = NodeJS.ErrnoException;

let onLoss = (error: OutputError): void => {
  // A reader that stops early, such as `| head`, is not an error of a command that only prints.
  if (error.code === 'EPIPE') process.exit();
  printError(unwritable(error, 'what is missing was not printed'));
  process.exit(1);
};

/** Standard output may break at any moment: its reader leaves, or its disk is full. */
export function watchOutput(): void {
  process.stdout.on('error', (error) => onLoss(error));
  // There is nowhere to say that nothing can be said.
  process.stderr.on('error', () => {});
}

/**
 * While a run goes on, it ends as if interrupted when its output is lost, and completes its record.
 *
 * @returns to be called when the run is over: from then on only its report can be lost, which changes
 *   its exit code if nobody has asked for that
 */
export function interruptWithoutOutput(interrupt: () => void): () => void {
  let isOver = false;
  onLoss = (error) => {
    // Each further piece of text fails, too.
    onLoss = () => {};
    if (!isOver) {
      printError(unwritable(error, INTERRUPTED));
      interrupt();
    } else if (error.code !== 'EPIPE') {
      printError(unwritable(error, 'the report of the run is lost, not what it leaves'));
      process.once('exit', (code) => {
        process.exitCode = code || 1;
      });
    }
  };
  return () => {
    isOver = true;
  };
}

const INTERRUPTED = 'the run is interrupted, and what it leaves is complete until now';

function unwritable(error: OutputError, then: string): OrreryError {
  const why = error.code === 'EPIPE' ? 'its reader has left' : error.message;
  return new OrreryError(
    'ORR_OUTPUT_UNWRITABLE',
    `Standard output cannot be written: ${why}; ${then}.`,
  );
}
