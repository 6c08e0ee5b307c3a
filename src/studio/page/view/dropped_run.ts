import type { RunFiles } from '../../model/engine_protocol.js';

/** Files that a run leaves behind. */
const OF_A_RUN = /^(run\.json|trace\.mcap|recording\.mcap)$/;

/** The runs among dropped files and folders: each folder is a run, and so is each single recording. */
export async function droppedRuns(items: readonly DataTransferItem[]): Promise<RunFiles[]> {
  const entries = items.flatMap((item) => item.webkitGetAsEntry() ?? []);
  const files: File[] = [];
  const runs: RunFiles[] = [];
  for (const entry of entries) {
    if (entry.isDirectory) {
      const inside = await filesIn(entry as FileSystemDirectoryEntry);
      runs.push(...runsOf(inside, entry.name));
    } else files.push(await fileOf(entry as FileSystemFileEntry));
  }
  return [...runs, ...runsOf(files, 'run')];
}

/** The runs among chosen files. */
export function runsOf(files: readonly File[], name: string): RunFiles[] {
  const known = files.filter((file) => OF_A_RUN.test(file.name));
  const place = (file: File) => ({ name: file.name, file });
  const others = files.filter((file) => !known.includes(file) && file.name.endsWith('.mcap'));
  return [
    ...(known.length > 0 ? [{ name, files: known.map(place) }] : []),
    ...others.map((file) => ({ name: file.name, files: [place(file)] })),
  ];
}

async function filesIn(directory: FileSystemDirectoryEntry): Promise<File[]> {
  const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => {
    directory.createReader().readEntries(resolve, reject);
  });
  const files = entries.filter((entry) => entry.isFile) as FileSystemFileEntry[];
  return Promise.all(files.map(fileOf));
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}
