import { filesOfStarted, type RunOnDisk, servedFiles } from './run_files.js';

/** A run that is under way, or has just ended, as whoever started it shows it. */
export interface LiveRun {
  /** Where it is recorded; another one after it went back in time. */
  readonly directory: string;
  readonly isOver: boolean;
  /** The address of its server for clients of the Foxglove protocol. */
  readonly socket: string;
  /** Repeats it up to an earlier time, in ns since the start. */
  goBack(to: number): void;
}

/** What is recorded of it at this moment. */
export function filesSoFar({ directory }: LiveRun): RunOnDisk {
  return filesOfStarted(directory);
}

/** What the page is told when it asks. */
export function stateOf({ directory, isOver, socket }: LiveRun, { files }: RunOnDisk): object {
  return { directory, isOver, socket, files: servedFiles(files, 0) };
}

/** @param text - the time */
export function goBack(live: LiveRun, text: string): object {
  const to = Number(text);
  if (!Number.isSafeInteger(to) || to < 0) throw new Error('This is not a time to go back to.');
  live.goBack(to);
  return {};
}
