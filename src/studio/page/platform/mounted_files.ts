/** The files that the page was given, under the paths at which Orrery's own code reads them. */

/** Bytes that can be read synchronously at any offset, as with Node's file system. */
export interface MountedFile {
  readonly size: number;
  /** Returns at most `length` bytes; fewer only at the end of the file. */
  read(offset: number, length: number): Uint8Array;
}

const files = new Map<string, MountedFile>();

export function mount(path: string, file: MountedFile): void {
  files.set(path, file);
}

export function mountedFile(path: string): MountedFile | undefined {
  return files.get(path);
}

/** The names in a folder in alphabetical order; empty if the folder does not exist. */
export function namesIn(folder: string): string[] {
  const prefix = folder.endsWith('/') ? folder : `${folder}/`;
  const names = new Set<string>();
  for (const path of files.keys()) {
    if (path.startsWith(prefix)) names.add(path.slice(prefix.length).split('/')[0]!);
  }
  return [...names].sort();
}
