import { OrreryError } from '../errors/index.js';
import type { Answer } from './debug_commands.js';
import { printError } from './print_error.js';

/** What the debugger says: text for people, or one JSON object per line. */
export class DebugOutput {
  readonly #json: boolean;
  /** Whether something went wrong. */
  failed = false;

  constructor(json: boolean) {
    this.#json = json;
  }

  answer({ text, data }: Pick<Answer, 'text' | 'data'>): void {
    process.stdout.write(this.#json ? `${JSON.stringify(data, plain)}\n` : `${text}\n`);
  }

  /** For people only. */
  note(text: string): void {
    process.stderr.write(`${text}\n`);
  }

  failure(error: unknown): void {
    this.failed = true;
    if (this.#json && error instanceof OrreryError) {
      const { code, message, place } = error;
      process.stdout.write(`${JSON.stringify({ event: 'error', code, message, place }, plain)}\n`);
    } else {
      printError(error);
    }
  }

  /** What programs print, beside data. */
  printed(text: string, stream: 'stdout' | 'stderr'): void {
    // A line that shows progress gives way.
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
    (this.#json || stream === 'stderr' ? process.stderr : process.stdout).write(text);
  }
}

/** Numbers that JSON would round are text; arrays of bytes are plain arrays. */
function plain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return Array.from(value as never);
  return value;
}
