import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { OrreryError } from '../errors/index.js';

/** The files of a run's directory that the studio reads. */
const OF_A_RUN = ['run.json', 'trace.mcap', 'recording.mcap'];

/** The files of a run, or a single recording, on the disk. */
export interface RunOnDisk {
  /** The name as it was given. */
  readonly name: string;
  readonly files: readonly {
    readonly name: string;
    readonly path: string;
    readonly size: number;
  }[];
}

/**
 * @param run - the directory that a run left behind, or an MCAP file
 * @throws OrreryError `ORR_STUDIO_RUN`
 */
export function runFiles(run: string): RunOnDisk {
  const isDirectory = existsSync(run) && statSync(run).isDirectory();
  const files = filesThere(isDirectory ? OF_A_RUN.map((name) => join(run, name)) : [run]);
  if (files.some(({ name }) => name.endsWith('.mcap'))) return { name: run, files };
  throw new OrreryError(
    'ORR_STUDIO_RUN',
    `${run} is neither a directory that orrery run left behind nor an MCAP file; name one.`,
    { place: { file: run } },
  );
}

/** The files that an active run has written so far. */
export function filesOfStarted(directory: string): RunOnDisk {
  return { name: directory, files: filesThere(OF_A_RUN.map((name) => join(directory, name))) };
}

function filesThere(paths: readonly string[]): RunOnDisk['files'] {
  return paths
    .filter((path) => existsSync(path) && statSync(path).isFile())
    .map((path) => ({ name: basename(path), path, size: statSync(path).size }));
}

/** The files as they are described to the page. */
export function servedFiles(files: RunOnDisk['files'], run: number): object[] {
  return files.map(({ name, size }) => ({
    ...{ name, size },
    path: `files/${run}/${encodeURIComponent(name)}`,
  }));
}
