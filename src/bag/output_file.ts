import { basename, dirname, join } from 'node:path';
import { bagError } from './bag_error.js';
import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  makeFolder,
  openSync,
  processId,
  reasonOf,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeSync,
} from './file_access.js';
import type { ByteSink } from './record_buffer.js';

/** What tells a file from another one of the same name. */
export interface FileIdentity {
  readonly path: string;
  readonly device: number;
  readonly inode: number;
}

/** The error for an output that cannot be written; it names path and reason. */
export function unwritable(path: string, error: unknown): Error {
  const message = `cannot be written: ${reasonOf(error)}. Choose another output or make room.`;
  return bagError('ORR_OUTPUT_UNWRITABLE', message, { file: path }, error);
}

/** The name under which something is written until it is complete. */
export function partialName(path: string): string {
  return join(dirname(path), `${basename(path)}.partial-${processId}`);
}

/**
 * Refuses to replace what exists unless told so, and never replaces anything but a bag: a file by
 * a file, a directory by a directory only if it holds a `metadata.yaml`.
 */
export function checkOverwrite(path: string, form: 'file' | 'directory', overwrite: boolean): void {
  if (!existsSync(path)) return;
  const isDirectory = statSync(path).isDirectory();
  const isBag = isDirectory ? existsSync(join(path, 'metadata.yaml')) : true;
  if (overwrite && isDirectory === (form === 'directory') && isBag) return;
  const message = overwrite
    ? `already exists and is not a bag ${form}; choose another name.`
    : 'already exists; remove it, choose another name, or ask to overwrite.';
  throw bagError('ORR_OUTPUT_EXISTS', message, { file: path });
}

export function makeDirectory(path: string): void {
  try {
    makeFolder(path);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** Moves a finished file or directory to its name; what was there before is replaced. */
export function moveIntoPlace(from: string, to: string): void {
  try {
    const old = existsSync(to) ? `${to}.replaced-${processId}` : undefined;
    if (old !== undefined) renameSync(to, old);
    renameSync(from, to);
    if (old !== undefined) rmSync(old, { recursive: true, force: true });
  } catch (error) {
    throw unwritable(to, error);
  }
}

/** Removes what an aborted writer left behind. */
export function removeAll(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

/**
 * A new file, written from start to end. When a write fails, the file is restored to its last
 * complete state, and nothing more is written.
 */
export class OutputFile implements ByteSink {
  readonly path: string;
  #descriptor: number;
  #position = 0;
  /** Bytes that the file has on the disk: more than `#position` after an end was written. */
  #length = 0;
  /** Where the end goes. */
  #kept = 0;
  /** What was last written as the end. */
  #end: Uint8Array[] = [];
  /** The end that is being written. */
  #draft: Uint8Array[] | undefined;
  #failure: Error | undefined;
  /** Whether the descriptor is at another position than `#position`. */
  #rewound = false;

  /** @throws OrreryError `ORR_OUTPUT_UNWRITABLE` */
  constructor(path: string) {
    this.path = path;
    try {
      this.#descriptor = openSync(path, 'w');
    } catch (error) {
      throw unwritable(path, error);
    }
  }

  /** By this, another thread finds the file; undefined for a pipe or device, whose bytes have no positions. */
  get identity(): FileIdentity | undefined {
    const stats = fstatSync(this.#descriptor);
    return stats.isFile() ? { path: this.path, device: stats.dev, inode: stats.ino } : undefined;
  }

  write(bytes: Uint8Array): void {
    if (this.#failure !== undefined) throw this.#failure;
    try {
      this.#writeAll(bytes);
    } catch (error) {
      this.#fail(error);
    }
    // Copied, because writers reuse their buffers.
    this.#draft?.push(bytes.slice());
  }

  #writeAll(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) {
      const left = bytes.length - done;
      const written = writeSync(this.#descriptor, bytes, done, left, this.#place());
      done += written;
      this.#position += written;
      this.#length = Math.max(this.#length, this.#position);
    }
  }

  /** Counts bytes that another thread has written here, and what else it writes behind them from now on. */
  skip(bytes: number): void {
    if (this.#failure !== undefined) throw this.#failure;
    this.#position += bytes;
    // What was there before ends here at the latest, and what that thread has written since must not be cut.
    this.#length = this.#position;
    this.#rewound = true;
  }

  /** Where to write; null means the current position of the descriptor, which also works for a pipe. */
  #place(): number | null {
    return this.#rewound ? this.#position : null;
  }

  keep(): void {
    if (this.#draft !== undefined) return;
    // A remainder of the last end would look like the end of the file.
    this.#cut();
    this.#kept = this.#position;
    this.#end = [];
  }

  end(write: () => void): void {
    const draft: Uint8Array[] = [];
    this.#draft = draft;
    try {
      write();
      this.#cut();
    } finally {
      this.#draft = undefined;
    }
    this.#end = draft;
    this.#position = this.#kept;
    this.#rewound = true;
  }

  /** Makes the file end here. */
  #cut(): void {
    if (this.#length === this.#position || this.#failure !== undefined) return;
    try {
      ftruncateSync(this.#descriptor, this.#position);
      this.#length = this.#position;
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Restores the last complete state as far as possible, and remembers the failure. */
  #fail(error: unknown): never {
    this.#position = this.#kept;
    this.#rewound = true;
    try {
      // These bytes overwrite others, so a full disk has room for them.
      for (const bytes of this.#end) this.#writeAll(bytes);
    } catch {
      this.#position = this.#kept;
    }
    try {
      ftruncateSync(this.#descriptor, this.#position);
    } catch {
      // Readers recover what is before the damage.
    }
    this.#failure = unwritable(this.path, error);
    throw this.#failure;
  }

  /** @throws OrreryError `ORR_OUTPUT_UNWRITABLE`, unless a write has done so before */
  close(): void {
    const descriptor = this.#descriptor;
    if (descriptor < 0) return;
    try {
      this.#cut();
    } finally {
      this.#descriptor = -1;
      this.#release(descriptor);
    }
  }

  #release(descriptor: number): void {
    try {
      closeSync(descriptor);
    } catch (error) {
      if (this.#failure === undefined) throw unwritable(this.path, error);
    }
  }

  discard(): void {
    try {
      this.close();
    } catch {
      // A file that is removed need not be complete.
    }
    if (existsSync(this.path)) unlinkSync(this.path);
  }
}
