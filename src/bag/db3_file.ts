import { OrreryError, printableName } from '../errors/index.js';
import { type BagWarning, bagError, corrupt } from './bag_error.js';
import type { ByteSource } from './byte_source.js';
import { existsSync, statSync } from './file_access.js';
import type { Audit } from './mcap_facts.js';
import { SqliteFile, type SqliteIndex } from './sqlite_file.js';
import type { SqliteRow, SqliteTable } from './sqlite_row.js';
import type {
  BagMessage,
  Checksums,
  MessageOrder,
  MessageQuery,
  RecordedSchema,
  StorageContent,
  StorageFile,
  StorageTopic,
} from './storage_file.js';

/** Rows that may be sorted in memory when the file has no index by timestamp (16 bytes each). */
const MAX_SORTED_ROWS = 16_000_000;

interface MessageColumns {
  readonly topicId: number;
  readonly timestamp: number;
  readonly data: number;
}

/** A rosbag2 sqlite3 storage file (schema versions 1 to 4: Foxy to Lyrical). */
export class Db3File implements StorageFile {
  readonly storageIdentifier = 'sqlite3';
  readonly topics: readonly StorageTopic[];
  readonly warnings: BagWarning[];
  readonly embeddedMetadata: string | undefined;
  readonly #source: ByteSource;
  readonly #recover: boolean;
  readonly #database: SqliteFile;
  readonly #messages: SqliteTable;
  readonly #columns: MessageColumns;
  readonly #timestampIndex: SqliteIndex | undefined;
  readonly #topicById = new Map<bigint, StorageTopic>();
  #isLossKnown = false;
  #content: (StorageContent & { sorted: boolean }) | undefined;

  /**
   * @throws OrreryError `ORR_BAG_NOT_A_BAG` when it is a database but not a bag; `ORR_BAG_CORRUPT`
   */
  constructor(source: ByteSource, recover = false) {
    this.#source = source;
    this.#recover = recover;
    this.#database = new SqliteFile(source);
    this.#messages = this.#table('messages');
    const column = (name: string) => this.#column(this.#messages, name);
    this.#columns = {
      topicId: column('topic_id'),
      timestamp: column('timestamp'),
      data: column('data'),
    };
    this.#timestampIndex = this.#database.indexes.find(
      (index) =>
        index.table === 'messages' &&
        /\(\s*["'`[]?timestamp["'`\]]?(\s+asc)?\s*\)/i.test(index.sql),
    );
    this.topics = this.#readTopics();
    this.embeddedMetadata = this.#readEmbeddedMetadata();
    this.warnings = walWarnings(source.path);
  }

  get path(): string {
    return this.#source.path;
  }

  #table(name: string): SqliteTable {
    const table = this.#database.tables.get(name);
    if (table !== undefined) return table;
    const message = `is a SQLite database without the table '${name}'; it is not a rosbag2 file.`;
    throw bagError('ORR_BAG_NOT_A_BAG', message, { file: this.path });
  }

  #column(table: SqliteTable, name: string): number {
    const index = table.columns.indexOf(name);
    if (index >= 0) return index;
    const message = `the table '${table.name}' has no column '${name}'.`;
    throw bagError('ORR_BAG_NOT_A_BAG', message, { file: this.path });
  }

  #text(row: SqliteRow, table: SqliteTable, name: string, fallback?: string): string {
    const index = table.columns.indexOf(name);
    const value = index < 0 ? null : row.column(index);
    if (typeof value === 'string') return value;
    if (value === null && fallback !== undefined) return fallback;
    throw corrupt(this.path, 0, `column '${name}' of table '${table.name}' has no text.`);
  }

  #readSchemas(): Map<string, RecordedSchema> {
    const schemas = new Map<string, RecordedSchema>();
    const table = this.#database.tables.get('message_definitions');
    if (table === undefined) return schemas;
    for (const row of this.#database.rows(table)) {
      const text = this.#text(row, table, 'encoded_message_definition', '');
      const encoding = this.#text(row, table, 'encoding', 'unknown');
      if (text !== '')
        schemas.set(printableName(this.#text(row, table, 'topic_type')), { encoding, text });
    }
    return schemas;
  }

  #readTopics(): StorageTopic[] {
    const schemas = this.#readSchemas();
    const table = this.#table('topics');
    const id = this.#column(table, 'id');
    for (const row of this.#database.rows(table)) {
      const key = row.column(id);
      if (typeof key !== 'bigint') throw corrupt(this.path, 0, 'a topic has no id.');
      const type = printableName(this.#text(row, table, 'type'));
      this.#topicById.set(key, {
        name: printableName(this.#text(row, table, 'name')),
        type,
        serializationFormat: this.#text(row, table, 'serialization_format'),
        offeredQosProfiles: this.#text(row, table, 'offered_qos_profiles', ''),
        typeHash: this.#text(row, table, 'type_description_hash', ''),
        schema: schemas.get(type),
      });
    }
    return [...this.#topicById.values()];
  }

  #readEmbeddedMetadata(): string | undefined {
    const table = this.#database.tables.get('metadata');
    if (table === undefined) return undefined;
    let last: string | undefined;
    // The recorder adds a row when it starts and one when it ends.
    for (const row of this.#database.rows(table)) last = this.#text(row, table, 'metadata', '');
    return last === '' ? undefined : last;
  }

  #timestamp(row: SqliteRow): bigint {
    const value = row.column(this.#columns.timestamp);
    if (typeof value === 'bigint') return value;
    throw corrupt(this.path, 0, `message ${row.rowid} has no timestamp.`);
  }

  #topic(row: SqliteRow): StorageTopic {
    const id = row.column(this.#columns.topicId);
    const topic = typeof id === 'bigint' ? this.#topicById.get(id) : undefined;
    if (topic !== undefined) return topic;
    throw corrupt(this.path, 0, `message ${row.rowid} names the unknown topic ${String(id)}.`);
  }

  /** The messages as stored; when recovering, up to the first that is damaged. */
  *#rows(): Generator<SqliteRow, void, void> {
    try {
      for (const row of this.#database.rows(this.#messages)) {
        if (this.#recover) this.#requireMessage(row);
        yield row;
      }
    } catch (error) {
      if (!this.#recover || !(error instanceof OrreryError)) throw error;
      if (this.#isLossKnown) return;
      this.#isLossKnown = true;
      const message = `what follows is damaged and left out (${error.message})`;
      this.warnings.push({ code: 'ORR_BAG_LOST', message, file: this.path });
    }
  }

  #requireMessage(row: SqliteRow): void {
    this.#timestamp(row);
    this.#topic(row);
    this.#data(row);
  }

  /** SQLite has no checksums. */
  checksums(): Checksums {
    return { parts: this.content().messageCount > 0 ? 1 : 0, checked: 0 };
  }

  /** SQLite stores nothing twice except its index, which is checked where it is used. */
  audit(): Audit {
    return { findings: [], isWholeChecked: false };
  }

  content(): StorageContent & { readonly sorted: boolean } {
    if (this.#content !== undefined) return this.#content;
    const countByTopic = new Map<string, number>();
    let messageCount = 0;
    let start: bigint | undefined;
    let end: bigint | undefined;
    let sorted = true;
    for (const row of this.#rows()) {
      const time = this.#timestamp(row);
      const { name } = this.#topic(row);
      countByTopic.set(name, (countByTopic.get(name) ?? 0) + 1);
      messageCount++;
      if (start === undefined || time < start) start = time;
      if (end === undefined || time > end) end = time;
      else if (time < end) sorted = false;
    }
    this.#content = { messageCount, start, end, countByTopic, sorted };
    return this.#content;
  }

  firstTime(_order: MessageOrder): bigint | undefined {
    if (this.#content === undefined && this.#timestampIndex !== undefined) {
      for (const entry of this.#database.indexEntries(this.#timestampIndex)) {
        return typeof entry.value === 'bigint' ? entry.value : undefined;
      }
    }
    return this.content().start;
  }

  *messages(query: MessageQuery): Generator<BagMessage, void, void> {
    for (const row of this.#rowsByTime(query.start)) {
      const logTime = this.#timestamp(row);
      if (query.start !== undefined && logTime < query.start) continue;
      if (query.end !== undefined && logTime > query.end) return;
      const topic = this.#topic(row).name;
      if (query.topics !== undefined && !query.topics.has(topic)) continue;
      yield { topic, logTime, publishTime: logTime, sequence: 0, data: this.#data(row) };
    }
  }

  #data(row: SqliteRow): Uint8Array {
    const data = row.column(this.#columns.data);
    if (data instanceof Uint8Array) return data;
    throw corrupt(this.path, 0, `message ${row.rowid} of ${this.#topic(row).name} has no data.`);
  }

  /** Rows by timestamp, equal stamps by rowid: through the index, or as stored, or sorted here. */
  *#rowsByTime(start: bigint | undefined): Generator<SqliteRow, void, void> {
    const database = this.#database;
    if (this.#timestampIndex !== undefined && !this.#recover) {
      for (const entry of database.indexEntries(this.#timestampIndex, start)) {
        const row = database.row(this.#messages, entry.rowid);
        if (row === undefined) {
          throw corrupt(
            this.path,
            0,
            `the index names message ${entry.rowid}, which does not exist.`,
          );
        }
        yield row;
      }
    } else if (this.content().sorted) {
      yield* this.#rows();
    } else {
      yield* this.#sortedRows();
    }
  }

  *#sortedRows(): Generator<SqliteRow, void, void> {
    const { messageCount } = this.content();
    if (messageCount > MAX_SORTED_ROWS) {
      const message =
        `${messageCount} messages are out of order and there is no index by timestamp. ` +
        "Add one first: sqlite3 FILE 'CREATE INDEX timestamp_idx ON messages (timestamp ASC)'.";
      throw bagError('ORR_BAG_TOO_LARGE', message, { file: this.path });
    }
    const times = new BigInt64Array(messageCount);
    const rowids = new BigInt64Array(messageCount);
    let count = 0;
    for (const row of this.#rows()) {
      times[count] = this.#timestamp(row);
      rowids[count++] = row.rowid;
    }
    // Rows come in rowid order, so the position breaks ties as the rowid would.
    const order = new Uint32Array(messageCount).map((_, index) => index);
    order.sort((a, b) => (times[a]! < times[b]! ? -1 : times[a]! > times[b]! ? 1 : a - b));
    for (const position of order) yield this.#database.row(this.#messages, rowids[position]!)!;
  }

  release(): void {
    this.#database.release();
  }
}

/** Messages that are still in a write-ahead log are not in the database file. */
function walWarnings(path: string): BagWarning[] {
  const wal = `${path}-wal`;
  if (!existsSync(wal) || statSync(wal).size === 0) return [];
  const message =
    `a write-ahead log of ${statSync(wal).size} bytes lies next to the file; what is only in the log is not read. ` +
    "Close the recorder, or run: sqlite3 FILE 'PRAGMA wal_checkpoint(TRUNCATE)'.";
  return [{ code: 'ORR_BAG_WAL', message, file: wal }];
}
