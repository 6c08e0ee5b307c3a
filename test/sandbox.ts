import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CommandRequest, CommandResult } from './command_process.js';
import { COMMAND } from './orrery_command.js';

/** A command's exit code and output, and the lines of its standard output. */
export interface SandboxResult extends CommandResult {
  readonly lines: readonly string[];
}

/** How commands are run; see `orrery` in `command_process.ts`. */
type RunCommand = (
  args: readonly string[],
  surroundings: Omit<CommandRequest, 'args'>,
) => CommandResult;

/** Runs the command in a process of its own. */
const runAlone: RunCommand = (args, surroundings) => runNode([COMMAND, ...args], surroundings);

const runNode: RunCommand = (args, surroundings) =>
  spawnSync(process.execPath, args, { ...surroundings, encoding: 'utf8', timeout: 170_000 });

/** A temporary project of a user, in which the built command runs. */
export class Sandbox {
  readonly folder = mkdtempSync(join(tmpdir(), 'orrery-project-'));
  readonly #runCommand: RunCommand;

  constructor(runCommand = runAlone) {
    this.#runCommand = runCommand;
  }

  /** Writes a file, given relative to the folder; returns its path. */
  write(name: string, text: string): string {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8');
  }

  /** Runs `orrery` in the folder. */
  orrery(args: readonly string[], env: Readonly<Record<string, string>> = {}): SandboxResult {
    return this.#run(this.#runCommand, args, env);
  }

  /** Runs Node in the folder. */
  node(args: readonly string[], env: Readonly<Record<string, string>> = {}): SandboxResult {
    return this.#run(runNode, args, env);
  }

  #run(run: RunCommand, args: readonly string[], env: Readonly<Record<string, string>>) {
    const surroundings = { cwd: this.folder, env: { ...process.env, ...env } };
    const { status, stdout, stderr } = run(args, surroundings);
    return { status, lines: stdout.trim().split('\n'), stdout, stderr };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
