import { basename, dirname, join } from 'node:path';
import { bagError } from './bag_error.js';
import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
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
    ? `exists already and is not a bag ${form}; choose another name.`
    : 'exists already; remove it, choose another name, or ask to overwrite.';
  throw bagError('ORR_OUTPUT_EXISTS', message, { file: path });
}

export function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
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

/** A new file, written from start to end. */
export class OutputFile implements ByteSink {
  readonly path: string;
  #descriptor: number;
  #position = 0;
  /** Longer than the final content, because the writer went back. */
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

  write(bytes: Uint8Array): void {
    try {
      for (let done = 0; done < bytes.length; ) {
        const at = this.#rewound ? this.#position : null;
        const written = writeSync(this.#descriptor, bytes, done, bytes.length - done, at);
        done += written;
        this.#position += written;
      }
    } catch (error) {
      throw unwritable(this.path, error);
    }
  }

  rewind(position: number): void {
    this.#rewound = true;
    this.#position = position;
  }

  close(): void {
    const descriptor = this.#descriptor;
    if (descriptor < 0) return;
    this.#descriptor = -1;
    try {
      if (this.#rewound) ftruncateSync(descriptor, this.#position);
    } finally {
      closeSync(descriptor);
    }
  }

  discard(): void {
    this.close();
    if (existsSync(this.path)) unlinkSync(this.path);
  }
}
