/** Commands that run alongside the test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { COMMAND } from './orrery_command.js';

export class LiveProcess {
  stdout = '';
  stderr = '';
  /** The exit code. */
  readonly ended: Promise<number | null>;
  readonly #child: ChildProcess;

  /** Runs Node in a folder; the word `orrery` stands for the command. */
  constructor(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    const words = args.map((word) => (word === 'orrery' ? COMMAND : word));
    const child = spawn(process.execPath, words, { cwd: folder, env: { ...process.env, ...env } });
    this.#child = child;
    child.stdout.on('data', (text) => {
      this.stdout += text;
    });
    child.stderr.on('data', (text) => {
      this.stderr += text;
    });
    this.ended = new Promise((resolve) => child.once('exit', resolve));
  }

  /** Resolves when it has printed this text; rejects if it ends without printing it. */
  async printed(text: string): Promise<void> {
    let isOver = false;
    void this.ended.then(() => {
      isOver = true;
    });
    while (!this.stdout.includes(text)) {
      if (isOver) throw new Error(`ended without "${text}": ${this.stdout}${this.stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** Writes to its standard input, and closes it. */
  write(text: string): void {
    this.#child.stdin!.end(text);
  }

  /** Ends it like Ctrl-C. */
  async interrupt(): Promise<number | null> {
    this.#child.kill('SIGINT');
    return await this.ended;
  }

  /** Ends it like `kill` without options. */
  terminate(): void {
    this.#child.kill('SIGTERM');
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
