import type { FilePlace, RunFiles } from '../../model/engine_protocol.js';
import { type MountedFile, mount } from '../platform/mounted_files.js';

const BLOCK_BYTES = 1 << 20;
/** The most blocks of a file on a server that are kept. */
const KEPT_BLOCKS = 64;

export function folderOf(number: number): string {
  return `/run${number}`;
}

/** Makes the files of a run readable; returns the path of its directory. */
export function mountRun(run: RunFiles, number: number): string {
  const folder = folderOf(number);
  for (const file of run.files) mount(`${folder}/${nameOf(run, file)}`, mounted(file));
  return folder;
}

/** A single recording may have any name; it is a run without a trace. */
function nameOf(run: RunFiles, { name }: FilePlace): string {
  const isOnly = run.files.length === 1 && name.endsWith('.mcap');
  return isOnly && name !== 'trace.mcap' ? 'recording.mcap' : name;
}

function mounted(place: FilePlace): MountedFile {
  if ('bytes' in place) return inMemory(place.bytes);
  if ('file' in place) return dropped(place.file);
  return new FileOnServer(place.url, place.size);
}

function inMemory(bytes: Uint8Array): MountedFile {
  return {
    size: bytes.length,
    read: (offset, length) => bytes.subarray(offset, offset + length),
  };
}

function dropped(file: Blob): MountedFile {
  const reader = new FileReaderSync();
  return {
    size: file.size,
    read: (offset, length) =>
      new Uint8Array(reader.readAsArrayBuffer(file.slice(offset, offset + length))),
  };
}

/** A file on the studio's server; only the parts that are read are fetched. */
class FileOnServer implements MountedFile {
  readonly size: number;
  readonly #url: string;
  readonly #blocks = new Map<number, Uint8Array>();

  constructor(url: string, size: number) {
    this.#url = url;
    this.size = size;
  }

  read(offset: number, length: number): Uint8Array {
    const end = Math.min(this.size, offset + length);
    const bytes = new Uint8Array(Math.max(0, end - offset));
    for (let at = offset; at < end; ) {
      const block = Math.floor(at / BLOCK_BYTES);
      const content = this.#block(block);
      const part = content.subarray(at - block * BLOCK_BYTES, end - block * BLOCK_BYTES);
      bytes.set(part, at - offset);
      at += part.length;
    }
    return bytes;
  }

  #block(number: number): Uint8Array {
    let block = this.#blocks.get(number);
    if (block === undefined) {
      const from = number * BLOCK_BYTES;
      block = fetchNow(this.#url, from, Math.min(this.size, from + BLOCK_BYTES) - 1);
      const oldest = this.#blocks.keys().next().value;
      if (this.#blocks.size >= KEPT_BLOCKS && oldest !== undefined) this.#blocks.delete(oldest);
      this.#blocks.set(number, block);
    }
    return block;
  }
}

/** Waits for the server, which a worker may do, so that Orrery's readers can read synchronously. */
function fetchNow(url: string, from: number, to: number): Uint8Array {
  const request = new XMLHttpRequest();
  request.open('GET', url, false);
  request.responseType = 'arraybuffer';
  request.setRequestHeader('Range', `bytes=${from}-${to}`);
  request.send();
  const bytes = new Uint8Array(request.response as ArrayBuffer);
  if (request.status !== 206 || bytes.length !== to - from + 1) {
    throw new Error(`The server no longer has ${url.split('/').at(-1)} as it was; open it again.`);
  }
  return bytes;
}
