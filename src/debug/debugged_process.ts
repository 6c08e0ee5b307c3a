import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Debugger } from 'node:inspector';
import { createInterface } from 'node:readline';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { OrreryError } from '../errors/index.js';
import type { RecordedConfig } from '../record/index.js';
import { scrubbedEnvironment } from '../run/index.js';
import { type DebugJob, type DebugReport, outputMark } from './debug_report.js';

/** The events of a debugged process; called in the order in which they happened. */
export interface ProcessListener {
  paused(event: Debugger.PausedEventDataType): void;
  resumed(): void;
  scriptParsed(event: Debugger.ScriptParsedEventDataType): void;
  reported(report: DebugReport): void;
  /** A program, or Node, has printed something. */
  printed(text: string, stream: 'stdout' | 'stderr'): void;
  /** The process has ended without a command. */
  died(code: number | null, signal: string | null): void;
}

type Line =
  | { readonly id: number; readonly error?: { readonly message: string } | null; result?: unknown }
  | { readonly method: string; readonly params: unknown }
  | { readonly report: DebugReport };

/** The pipe for its commands and events. */
const PIPE = 3;

/** The process in which a run is repeated, and the line to its inspector. */
export class DebuggedProcess {
  readonly #child: ChildProcess;
  readonly #pipe: Duplex;
  readonly #listener: ProcessListener;
  readonly #waiting = new Map<number, (line: Line) => void>();
  readonly #exited: Promise<unknown>;
  #killed = false;
  #commands = 0;
  /** The output since the last mark. */
  #printed = '';
  readonly #onMark = new Map<number, () => void>();

  constructor(job: DebugJob, recorded: RecordedConfig, listener: ProcessListener) {
    const file = fileURLToPath(new URL('./debugged_run.js', import.meta.url));
    // The parent needs the address of the inspector, not the terminal.
    this.#child = spawn(
      process.execPath,
      ['--inspect-publish-uid=http', file, JSON.stringify(job)],
      {
        cwd: recorded.workingDirectory,
        env: scrubbedEnvironment({ ...process.env, ...recorded.environment }),
        stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
        // Ctrl-C is meant for the debugger. This process ends when the pipe does.
        detached: true,
      },
    );
    this.#listener = listener;
    this.#pipe = this.#child.stdio[PIPE] as Duplex;
    // A process that is killed before it has read its last command resets the pipe; the reader passes the error on.
    const lines = createInterface(this.#pipe.on('error', () => {})).on('error', () => {});
    lines.on('line', (line) => this.#take(JSON.parse(line) as Line));
    this.#child.stdout!.setEncoding('utf8').on('data', (text: string) => this.#print(text));
    this.#child.stderr!.setEncoding('utf8').on('data', (text: string) => this.#complain(text));
    this.#exited = once(this.#child, 'exit').then(([code, signal]) => {
      if (!this.#killed) listener.died(code as number | null, signal as string | null);
    });
  }

  /** Sends the inspector a command; rejects with its complaint. */
  request<Result>(method: string, params: object = {}): Promise<Result> {
    const id = ++this.#commands;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, (line) => {
        if ('error' in line && line.error) reject(new InspectorError(method, line.error.message));
        else resolve(('result' in line ? line.result : undefined) as Result);
      });
      this.#pipe.write(`${JSON.stringify({ id, method, params })}\n`);
    });
  }

  /** Starts the run, once the inspector is set up. */
  start(): void {
    this.#pipe.write(`${JSON.stringify({ id: 0, method: 'start' })}\n`);
  }

  /** Settles when all output before the mark with this number has been passed on. */
  printedUntil(mark: number): Promise<void> {
    return new Promise((resolve) => {
      this.#onMark.set(mark, resolve);
    });
  }

  /** Ends the process at once. */
  async kill(): Promise<void> {
    this.#killed = true;
    this.#child.kill('SIGKILL');
    await this.#exited;
  }

  #take(line: Line): void {
    const listener = this.#listener;
    if ('report' in line) listener.reported(line.report);
    else if ('id' in line) {
      this.#waiting.get(line.id)?.(line);
      this.#waiting.delete(line.id);
    } else if (line.method === 'Debugger.paused') {
      listener.paused(line.params as Debugger.PausedEventDataType);
    } else if (line.method === 'Debugger.resumed') listener.resumed();
    else if (line.method === 'Debugger.scriptParsed') {
      listener.scriptParsed(line.params as Debugger.ScriptParsedEventDataType);
    }
  }

  /** Passes on the output of programs, without the marks. */
  #print(text: string): void {
    this.#printed += text;
    for (const [number, passed] of this.#onMark) {
      const mark = outputMark(number);
      const at = this.#printed.indexOf(mark);
      if (at < 0) continue;
      this.#pass(this.#printed.slice(0, at));
      this.#printed = this.#printed.slice(at + mark.length);
      this.#onMark.delete(number);
      passed();
    }
    if (this.#printed.includes('\0')) return;
    this.#pass(this.#printed);
    this.#printed = '';
  }

  #pass(text: string): void {
    if (text !== '') this.#listener.printed(text, 'stdout');
  }

  /** Node's messages about front ends that connect and disconnect do not concern the run. */
  #complain(text: string): void {
    const others = text.replace(
      /^(Debugger (attached|listening)|Waiting for the debugger|For help, see).*\n/gm,
      '',
    );
    if (others !== '') this.#listener.printed(others, 'stderr');
  }
}

/** The inspector refused a command. */
class InspectorError extends OrreryError {
  constructor(method: string, reason: string) {
    super(
      'ORR_DEBUG_INSPECTOR',
      `The inspector could not carry out ${method}: ${reason.replace(/\.$/, '')}.`,
    );
  }
}
