/** Commands that run one after another in one process: most of the time of a short command is the start of its process. */
import { execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMAND } from './orrery_command.js';

/** What a command has left. */
export interface CommandResult {
  /** The exit code; `null` if the command was killed. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a command is given. */
export interface CommandRequest {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Less than a test may take, so that a command that does not end fails in its own test. */
const TIME_LIMIT_MS = 170_000;
const PROGRAM = join(import.meta.dirname, 'run_commands.mjs');

/** A process in which commands run. Its standard output and error are files, which are complete when a command ends. */
export class CommandProcess {
  readonly #output: string;
  readonly #errors: string;
  readonly #requests: number;
  readonly #answers: number;
  #isOver = false;

  /** @param timeLimitMs - a command that takes longer is killed, and the process with it */
  constructor(command: string, timeLimitMs = TIME_LIMIT_MS) {
    const folder = mkdtempSync(join(tmpdir(), 'commands-'));
    this.#output = join(folder, 'output');
    this.#errors = join(folder, 'errors');
    const [requests, answers] = [
      openPipe(join(folder, 'requests')),
      openPipe(join(folder, 'answers')),
    ];
    const streams = [openSync(this.#output, 'a'), openSync(this.#errors, 'a')] as const;
    const inherited = [...streams, requests.read, answers.write] as const;
    const words = [PROGRAM, command, String(timeLimitMs)];
    spawn(process.execPath, words, { stdio: ['ignore', ...inherited] }).unref();
    // Kept by the other side alone, so that each side notices when the other one has ended.
    for (const descriptor of inherited) closeSync(descriptor);
    this.#requests = requests.write;
    this.#answers = answers.read;
  }

  /** Whether a command has ended the process, too. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Runs a command to its end. */
  run(request: CommandRequest): CommandResult {
    writeSync(this.#requests, `${JSON.stringify(request)}\n`);
    const answer = Buffer.alloc(16);
    const [code, over] = answer.toString('latin1', 0, readSync(this.#answers, answer)).split(' ');
    if (over !== undefined || code === '') this.#end();
    const [stdout = '', stderr = ''] = [this.#output, this.#errors].map(take);
    return { status: code === '' ? null : Number(code), stdout, stderr };
  }

  #end(): void {
    this.#isOver = true;
    closeSync(this.#requests);
    closeSync(this.#answers);
  }
}

let shared: CommandProcess | undefined;

/** Runs the command to its end, in a process that may have run others before; modules are not loaded again. */
export function orrery(
  args: readonly string[],
  { cwd = process.cwd(), env = {} }: Partial<Omit<CommandRequest, 'args'>> = {},
): CommandResult {
  if (shared?.isOver !== false) shared = new CommandProcess(COMMAND);
  return shared.run({ args, cwd, env: { ...process.env, ...env } });
}

/** Reads a file and empties it. */
function take(path: string): string {
  const text = readFileSync(path, 'utf8');
  truncateSync(path);
  return text;
}

/** Opens both sides of a new pipe, neither of which waits for the other. */
function openPipe(path: string): { readonly read: number; readonly write: number } {
  execFileSync('mkfifo', [path]);
  const both = openSync(path, 'r+');
  const sides = { read: openSync(path, 'r'), write: openSync(path, 'w') };
  closeSync(both);
  return sides;
}
