import { MessageHeap, type TimedCursor } from './message_heap.js';
import type { BagMessage, MessageOrder, MessageQuery, StorageFile } from './storage_file.js';

/** Stands at the next message of one file. */
class FileCursor implements TimedCursor {
  readonly rank: number;
  time = 0n;
  message!: BagMessage;
  readonly #messages: Iterator<BagMessage, void>;
  readonly #order: MessageOrder;

  constructor(file: StorageFile, rank: number, query: MessageQuery) {
    this.rank = rank;
    this.#order = query.order;
    this.#messages = file.messages(query);
  }

  advance(): boolean {
    const next = this.#messages.next();
    if (next.done === true) return false;
    this.message = next.value;
    this.time = this.#order === 'received' ? next.value.logTime : next.value.publishTime;
    return true;
  }
}

/** Merges split files, which may overlap where they meet; a file is opened when its turn comes. */
export function* mergeFiles(
  files: readonly StorageFile[],
  query: MessageQuery,
): Generator<BagMessage, void, void> {
  const waiting: { file: StorageFile; rank: number; from: bigint }[] = [];
  files.forEach((file, rank) => {
    const from = file.firstTime(query.order);
    file.release();
    if (from !== undefined) waiting.push({ file, rank, from });
  });
  waiting.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : a.rank - b.rank));
  const open = new MessageHeap<FileCursor>();
  let next = 0;
  for (;;) {
    let first = open.first;
    while (next < waiting.length && (first === undefined || waiting[next]!.from <= first.time)) {
      const { file, rank } = waiting[next++]!;
      const cursor = new FileCursor(file, rank, query);
      if (cursor.advance()) open.push(cursor);
      else file.release();
      first = open.first;
    }
    if (first === undefined) return;
    yield first.message;
    if (first.advance()) {
      open.firstMoved();
    } else {
      open.removeFirst();
      files[first.rank]!.release();
    }
  }
}
