import { OrreryError } from '../errors/index.js';
import { print, printNote, printProgress } from './print.js';
import { printError } from './print_error.js';
import type { Answer } from './run_debug_command.js';

/** The output of the debugger: text for people, or one JSON object per line. */
export class DebugOutput {
  readonly #json: boolean;
  /** Whether something went wrong. */
  failed = false;

  constructor(json: boolean) {
    this.#json = json;
  }

  answer({ text, data }: Pick<Answer, 'text' | 'data'>): void {
    print(this.#json ? `${JSON.stringify(data, plain)}\n` : `${text}\n`);
  }

  /** Prints something that is for people only. */
  note(text: string): void {
    printNote(`${text}\n`);
  }

  failure(error: unknown): void {
    this.failed = true;
    if (this.#json && error instanceof OrreryError) {
      const { code, message, place } = error;
      print(`${JSON.stringify({ event: 'error', code, message, place }, plain)}\n`);
    } else {
      printError(error);
    }
  }

  /** Prints the output of programs, apart from the data. */
  printed(text: string, stream: 'stdout' | 'stderr'): void {
    // This removes a progress line first.
    printProgress('');
    (this.#json || stream === 'stderr' ? process.stderr : process.stdout).write(text);
  }
}

/** Numbers that JSON would round are text; arrays of bytes are plain arrays. */
function plain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return Array.from(value as never);
  return value;
}
