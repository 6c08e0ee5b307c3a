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

/** What a debugged process tells; called in the order in which things happened. */
export interface ProcessListener {
  paused(event: Debugger.PausedEventDataType): void;
  resumed(): void;
  scriptParsed(event: Debugger.ScriptParsedEventDataType): void;
  reported(report: DebugReport): void;
  /** A program, or Node, has printed something. */
  printed(text: string, stream: 'stdout' | 'stderr'): void;
  /** It has ended without being told to. */
  died(code: number | null, signal: string | null): void;
}

type Line =
  | { readonly id: number; readonly error?: { readonly message: string } | null; result?: unknown }
  | { readonly method: string; readonly params: unknown }
  | { readonly report: DebugReport };

/** The pipe on which it gets commands and says what happens. */
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
  /** What was printed since the last mark. */
  #printed = '';
  readonly #onMark = new Map<number, () => void>();

  constructor(job: DebugJob, recorded: RecordedConfig, listener: ProcessListener) {
    const file = fileURLToPath(new URL('./debugged_run.js', import.meta.url));
    // The address of the inspector is for the parent, not for the terminal.
    this.#child = spawn(
      process.execPath,
      ['--inspect-publish-uid=http', file, JSON.stringify(job)],
      {
        cwd: recorded.workingDirectory,
        env: scrubbedEnvironment({ ...process.env, ...recorded.environment }),
        stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
        // Ctrl-C is for the debugger. That the process ends with it is seen to by the pipe.
        detached: true,
      },
    );
    this.#listener = listener;
    this.#pipe = this.#child.stdio[PIPE] as Duplex;
    this.#pipe.on('error', () => {});
    createInterface(this.#pipe).on('line', (line) => this.#take(JSON.parse(line) as Line));
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

  /** Lets the run begin; what it needs of the inspector has been set up. */
  start(): void {
    this.#pipe.write(`${JSON.stringify({ id: 0, method: 'start' })}\n`);
  }

  /** Settles when all that was printed before the mark of this number has been passed on. */
  printedUntil(mark: number): Promise<void> {
    return new Promise((resolve) => {
      this.#onMark.set(mark, resolve);
    });
  }

  /** Ends it at once, whatever it does. */
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

  /** Passes on what programs print, without the marks between. */
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

  /** Node's own remarks on front-ends that come and go say nothing about the run. */
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
    super('ORR_DEBUG_INSPECTOR', `The inspector could not do ${method}: ${reason}.`);
  }
}
