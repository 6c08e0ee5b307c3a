import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Those that nobody has removed yet. */
const present = new Set<TemporaryFolder>();
let isWatched = false;

/**
 * A folder in the system's temporary folder, which its owner removes as soon as it can; what is left goes when
 * the process ends.
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

  /** Nothing may write in it any more. */
  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
    present.delete(this);
  }

  /** From now on it is the user's. */
  keep(): void {
    present.delete(this);
  }
}

function watch(): void {
  process.once('exit', removeAll);
  // Vitest ends its processes by a signal, after which there is no exit.
  if (process.env.VITEST === undefined) return;
  process.once('SIGTERM', () => {
    removeAll();
    if (process.listenerCount('SIGTERM') === 0) process.kill(process.pid, 'SIGTERM');
  });
}

function removeAll(): void {
  for (const folder of present) folder.remove();
}
