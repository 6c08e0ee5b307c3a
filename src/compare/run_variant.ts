import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OrreryError } from '../errors/index.js';
import { processEnd, type SystemCommand } from '../verify/index.js';

/** Runs variants in fresh processes, all of which can be ended together. */
export class VariantProcesses {
  readonly #command: SystemCommand;
  readonly #running = new Set<ChildProcess>();

  constructor(command: SystemCommand) {
    this.#command = command;
  }

  /**
   * Runs the system once; it leaves its files in `directory`.
   *
   * @throws OrreryError `ORR_COMPARE_RUN` when it left none
   */
  async run(options: readonly string[], directory: string): Promise<void> {
    const { main, words, rosArgs } = this.#command;
    const ros = rosArgs.length === 0 ? [] : ['--ros-args', ...rosArgs];
    const all = [main, ...words, ...options, '--record', directory, ...ros];
    const child = spawn(process.execPath, all, { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#running.add(child);
    const { code, errors } = await processEnd(child);
    this.#running.delete(child);
    if (existsSync(join(directory, 'run.json'))) return;
    throw new OrreryError(
      'ORR_COMPARE_RUN',
      `The variant "${options.join(' ')}" left no result (exit code ${code}): ${errors.trim() || 'it printed nothing'}`,
    );
  }

  /** Ends everything that is running. */
  kill(): void {
    for (const child of this.#running) child.kill('SIGKILL');
  }
}
