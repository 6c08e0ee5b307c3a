import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { COMMAND } from './orrery_command.js';

/** A command's exit code and output. */
export interface CommandResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly lines: readonly string[];
}

/** A temporary project of a user, in which the built command runs. */
export class Sandbox {
  readonly folder = mkdtempSync(join(tmpdir(), 'orrery-project-'));

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
  orrery(args: readonly string[], env: Readonly<Record<string, string>> = {}): CommandResult {
    return this.node([COMMAND, ...args], env);
  }

  /** Runs Node in the folder. */
  node(args: readonly string[], env: Readonly<Record<string, string>> = {}): CommandResult {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: this.folder,
      encoding: 'utf8',
      env: { ...process.env, ...env },
      timeout: 170_000,
    });
    return { status, lines: stdout.trim().split('\n'), stdout, stderr };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
