import type { PackedChunk } from './chunk_packer.js';
import { fstatSync, openSync, writeSync } from './file_access.js';
import { FilePlace } from './file_place.js';
import { writeChunkHead } from './mcap_record_writer.js';
import type { SharedFile } from './packing_slot.js';
import { RecordBuffer } from './record_buffer.js';

/**
 * A file as the packing thread writes it: chunks whose place is known, because those before them are written. It has a
 * descriptor of its own, since that of the writer may be closed at any time, when a run is ended by force.
 */
export class PackingFile {
  readonly #place: FilePlace;
  readonly #descriptor: number | undefined;
  readonly #head = new RecordBuffer(64);

  constructor({ identity, place }: SharedFile) {
    this.#place = new FilePlace(place);
    this.#descriptor = open(identity);
  }

  /**
   * Writes a chunk if its turn has come.
   *
   * @returns false if the writer must write it, and report what is wrong
   */
  write(chunk: PackedChunk, turn: number): boolean {
    if (this.#descriptor === undefined || this.#place.turn !== turn) return false;
    const head = this.#head;
    head.clear();
    writeChunkHead(head, chunk);
    const parts = [head.content(), chunk.packed, chunk.indexes];
    let { position } = this.#place;
    const end = parts.reduce((sum, { length }) => sum + length, position);
    try {
      // A remainder of a checkpoint's end would look like the end of the file. Only the writer cuts: this thread may be so
      // late that the writer has gone on without it, and what it then still writes is there already.
      if (fstatSync(this.#descriptor).size > end) return false;
      for (const bytes of parts) position = writeAt(this.#descriptor, bytes, position);
    } catch {
      return false;
    }
    this.#place.pass(turn + 1, position);
    return true;
  }
}

/** A descriptor for this file; undefined if another one has its name by now. */
function open({ path, device, inode }: SharedFile['identity']): number | undefined {
  try {
    const descriptor = openSync(path, 'r+');
    const { dev, ino } = fstatSync(descriptor);
    return dev === device && ino === inode ? descriptor : undefined;
  } catch {
    return undefined;
  }
}

/** Writes all bytes; returns where they end. */
function writeAt(descriptor: number, bytes: Uint8Array, position: number): number {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(descriptor, bytes, done, bytes.length - done, position + done);
  }
  return position + bytes.length;
}
