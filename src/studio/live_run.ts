import { filesOfStarted, type RunOnDisk, servedFiles } from './run_files.js';

/** A run that is active, or has just ended, as shown by whoever started it. */
export interface LiveRun {
  /** Where the run is recorded; the directory changes when the run goes back in time. */
  readonly directory: string;
  readonly isOver: boolean;
  /** The address of its server for clients of the Foxglove protocol. */
  readonly socket: string;
  /** Repeats it up to an earlier time, in ns since the start. */
  goBack(to: number): void;
}

/** What has been recorded of the run so far. */
export function filesSoFar({ directory }: LiveRun): RunOnDisk {
  return filesOfStarted(directory);
}

/** What the page receives when it asks. */
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
