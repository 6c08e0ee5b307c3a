import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folders that have not been removed yet. */
const present = new Set<TemporaryFolder>();
let isWatched = false;

/**
 * A folder in the system's temporary folder, removed by its owner as soon as possible, or else when the process
 * ends.
 */
export class TemporaryFolder {
  readonly path: string;

  /** @param purpose - part of its name */
  constructor(purpose: string) {
    if (!isWatched) watch();
    isWatched = true;
    this.path = mkdtempSync(join(tmpdir(), `orrery-${purpose}-`));
    present.add(this);
  }

  /** Removes the folder; nothing may write to it any more. */
  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
    present.delete(this);
  }

  /** Leaves the folder to the user. */
  keep(): void {
    present.delete(this);
  }
}

function watch(): void {
  process.once('exit', removeAll);
  // Vitest ends its processes by a signal, after which no `exit` event occurs.
  if (process.env.VITEST === undefined) return;
  process.once('SIGTERM', () => {
    removeAll();
    if (process.listenerCount('SIGTERM') === 0) process.kill(process.pid, 'SIGTERM');
  });
}

function removeAll(): void {
  for (const folder of present) folder.remove();
}
