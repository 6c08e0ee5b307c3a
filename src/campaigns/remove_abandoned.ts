import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WORKER_NAME } from './worker_name.js';

/** How long nobody has touched what is taken for abandoned: far longer than a run that writes nothing may take. */
const ABANDONED_AFTER_MS = 7 * 24 * 3600e3;

/**
 * Removes what killed commands have left in a folder for unfinished files. Other machines may be using theirs, so the
 * present time is that of the disk, by which their files are dated, too.
 */
export function removeAbandoned(temporary: string): void {
  const entries = readdirSync(temporary).map((name) => join(temporary, name));
  if (entries.length === 0) return;
  const now = timeOfDisk(temporary);
  if (now === undefined) return;
  const oldest = now - ABANDONED_AFTER_MS;
  for (const entry of entries) if (lastTouched(entry) < oldest) tryToRemove(entry);
}

/** Undefined if nothing can be written; whoever writes a result says so better. */
function timeOfDisk(folder: string): number | undefined {
  const probe = join(folder, `${WORKER_NAME}-now`);
  try {
    writeFileSync(probe, '');
    return statSync(probe).mtimeMs;
  } catch {
    return undefined;
  } finally {
    tryToRemove(probe);
  }
}

/** What belongs to another user may have to stay. */
function tryToRemove(entry: string): void {
  try {
    rmSync(entry, { recursive: true, force: true });
  } catch {
    // It is in nobody's way.
  }
}

/** When a file, or anything in a folder, was last written; now, if its owner has just removed it. */
function lastTouched(entry: string): number {
  try {
    const stat = statSync(entry);
    const inside = stat.isDirectory() ? readdirSync(entry) : [];
    return Math.max(stat.mtimeMs, ...inside.map((name) => lastTouched(join(entry, name))));
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
