import { crc32 } from 'node:zlib';
import { OrreryError } from '../../errors/index.js';
import type { ExportFile } from './export_file.js';

/** Sizes and offsets of the format have 32 bits. */
const MOST_BYTES = 0xffffffff;
/** 1980-01-01, the earliest date of the format, so that equal runs give equal bytes. */
const NO_DATE = 0x0021;

interface Entry {
  readonly name: Uint8Array;
  readonly offset: number;
  readonly size: number;
  readonly crc: number;
}

/** Writes uncompressed files into a ZIP archive, one after the other (APPNOTE 6.3.10, sections 4.3 to 4.4). */
export class ZipWriter {
  readonly #file: ExportFile;
  readonly #entries: Entry[] = [];

  constructor(file: ExportFile) {
    this.#file = file;
  }

  /** Adds a file whose content `fill` writes in pieces. */
  add(name: string, fill: (write: (bytes: Uint8Array) => void) => void): void {
    const offset = this.#file.size;
    const bytes = Buffer.from(name);
    let size = 0;
    let crc = 0;
    this.#file.write(localHeader({ name: bytes, offset, size, crc }));
    fill((piece) => {
      size += piece.length;
      this.#checkSize(offset + size);
      crc = crc32(piece, crc);
      this.#file.write(piece);
    });
    const entry = { name: bytes, offset, size, crc };
    // Size and checksum are known only after the content.
    this.#file.patch(localHeader(entry), offset);
    this.#entries.push(entry);
  }

  /** Writes the directory at the end of the archive. */
  end(): void {
    const start = this.#file.size;
    for (const entry of this.#entries) this.#file.write(centralHeader(entry));
    const size = this.#file.size - start;
    this.#checkSize(start + size);
    const end = new DataView(new ArrayBuffer(22));
    end.setUint32(0, 0x06054b50, true);
    end.setUint16(8, this.#entries.length, true);
    end.setUint16(10, this.#entries.length, true);
    end.setUint32(12, size, true);
    end.setUint32(16, start, true);
    this.#file.write(new Uint8Array(end.buffer));
  }

  #checkSize(size: number): void {
    if (size <= MOST_BYTES) return;
    throw new OrreryError(
      'ORR_EXPORT_TOO_LARGE',
      `${this.#file.path} would be larger than 4 GiB, which a ZIP archive cannot be; export the runs one by one.`,
      { place: { file: this.#file.path } },
    );
  }
}

/** The part that both headers of a file share, from the required version on. */
function describe(view: DataView, at: number, { name, size, crc }: Entry): void {
  view.setUint16(at, 20, true);
  view.setUint16(at + 2, 0x0800, true); // the name is UTF-8
  view.setUint16(at + 8, NO_DATE, true);
  view.setUint32(at + 10, crc, true);
  view.setUint32(at + 14, size, true);
  view.setUint32(at + 18, size, true);
  view.setUint16(at + 22, name.length, true);
}

function localHeader(entry: Entry): Uint8Array {
  const bytes = new Uint8Array(30 + entry.name.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x04034b50, true);
  describe(view, 4, entry);
  bytes.set(entry.name, 30);
  return bytes;
}

function centralHeader(entry: Entry): Uint8Array {
  const bytes = new Uint8Array(46 + entry.name.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x02014b50, true);
  view.setUint16(4, 20, true);
  describe(view, 6, entry);
  view.setUint32(42, entry.offset, true);
  bytes.set(entry.name, 46);
  return bytes;
}
