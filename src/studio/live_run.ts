import { filesOfStarted, type RunOnDisk, servedFiles } from './run_files.js';

/** A run that is active or has just ended, as its parent shows it. */
export interface LiveRun {
  /** Where the run is recorded; this changes when the run goes back in time. */
  readonly directory: string;
  readonly isOver: boolean;
  /** The address of its server for Foxglove clients. */
  readonly socket: string;
  /** Repeats the run up to an earlier time, in ns since the start. */
  goBack(to: number): void;
}

/** The files that the run has written so far. */
export function filesSoFar({ directory }: LiveRun): RunOnDisk {
  return filesOfStarted(directory);
}

/** The answer to the page's question about the run's state. */
export function stateOf({ directory, isOver, socket }: LiveRun, { files }: RunOnDisk): object {
  return { directory, isOver, socket, files: servedFiles(files, 0) };
}

/** @param text - the time to go back to */
export function goBack(live: LiveRun, text: string): object {
  const to = Number(text);
  if (!Number.isSafeInteger(to) || to < 0) throw new Error('This is not a time to go back to.');
  live.goBack(to);
  return {};
}
