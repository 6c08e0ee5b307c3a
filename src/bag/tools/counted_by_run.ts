import { basename, dirname, join } from 'node:path';
import { existsSync, readFileSync } from '../file_access.js';
import { RECORDING, RUN_FILE } from '../locate_bag.js';

/**
 * How many messages the run counted whose directory or recording this is: more than are recorded if the disk was full.
 * Undefined if it belongs to no run, or to one whose `run.json` cannot be read.
 */
export function countedByRun(path: string): number | undefined {
  const isRecording = basename(path) === RECORDING;
  const file = join(isRecording ? dirname(path) : path, RUN_FILE);
  if (!existsSync(file)) return undefined;
  try {
    const run = JSON.parse(readFileSync(file, 'utf8')) as {
      counts?: { messages?: unknown };
    } | null;
    const messages = run?.counts?.messages;
    return typeof messages === 'number' ? messages : undefined;
  } catch {
    return undefined;
  }
}
