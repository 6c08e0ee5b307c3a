import { appendFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hashOfText } from './content_hash.js';
import { LineFile } from './line_file.js';
import type { RunResult } from './run_result.js';
import { WORKER_NAME } from './worker_name.js';

/** What the line of a row says; the rest follows from the plan or is shared by many rows. */
type Line = readonly [row: number, key: string, files: string, result: Own];
type Own = Omit<RunResult, 'key' | 'files' | 'build' | 'seed' | 'values'>;
type Files = Pick<RunResult, 'files' | 'build'>;

/** What only the plan knows. */
export type OfPlan = Pick<RunResult, 'seed' | 'values'>;

/** Files that are read at once, the last by name; the rows of others are read from the store. */
const MOST_FILES = 500;

/**
 * The results of a campaign's rows, one line each, in one file per worker: a million lines are read in seconds,
 * where a million files of the store take a minute. The lines duplicate the store, so a missing or truncated line
 * only costs time.
 */
export class RowLines {
  readonly #folder: string;
  readonly #own: string;
  /** Sets of files that this worker has written down. */
  readonly #noted = new Map<string, string>();

  /** @param path - of the campaign */
  constructor(path: string) {
    this.#folder = join(path, 'rows');
    mkdirSync(this.#folder, { recursive: true });
    this.#own = join(this.#folder, `${WORKER_NAME}.jsonl`);
  }

  note(row: number, result: RunResult): void {
    const { key, files, build, seed: _seed, values: _values, ...own } = result;
    const content = JSON.stringify({ files, build });
    let name = this.#noted.get(content);
    let text = '';
    if (name === undefined) {
      name = hashOfText(content).slice(0, 16);
      this.#noted.set(content, name);
      // The first line break terminates a line left unfinished by a killed worker of this name.
      text = `\n${JSON.stringify([name, { files, build }])}\n`;
    }
    const line: Line = [row, key, name, own];
    appendFileSync(this.#own, `${text}${JSON.stringify(line)}\n`);
  }

  /** @param size - rows of the campaign */
  read(size: number): RowReader {
    return new RowReader(this.#folder, size);
  }
}

/** Finds the lines of rows, in whatever order workers wrote them. */
class RowReader {
  readonly #opened: LineFile[] = [];
  /** By row: in which file its last line is, and where that begins; −1: there is none. */
  readonly #file: Uint16Array;
  readonly #start: Float64Array;
  readonly #files = new Map<string, Files>();

  constructor(folder: string, size: number) {
    this.#file = new Uint16Array(size);
    this.#start = new Float64Array(size).fill(-1);
    for (const name of readdirSync(folder).sort().slice(-MOST_FILES)) {
      this.#index(new LineFile(join(folder, name)));
    }
  }

  #index(file: LineFile): void {
    const number = this.#opened.push(file) - 1;
    file.each((line, start) => {
      const row = /^\[(\d+),/.exec(line)?.[1];
      if (row === undefined) this.#noteFiles(line);
      else if (Number(row) < this.#start.length) {
        this.#start[Number(row)] = start;
        this.#file[Number(row)] = number;
      }
    });
  }

  #noteFiles(line: string): void {
    const read = parsed(line);
    if (Array.isArray(read) && read.length === 2)
      this.#files.set(String(read[0]), read[1] as Files);
  }

  /** The result of a row if its line is that of this key. */
  find(row: number, key: string, { seed, values }: OfPlan): RunResult | undefined {
    const start = this.#start[row] ?? -1;
    if (start < 0) return undefined;
    const read = parsed(this.#opened[this.#file[row]!]!.line(start)) as Line | undefined;
    const shared = read && this.#files.get(read[2]);
    if (read === undefined || shared === undefined || read[1] !== key) return undefined;
    // The same files are the same object, so that whoever judges them can do it once.
    const { files, build } = shared;
    return Object.assign(read[3], { key, seed, values, files, build });
  }

  close(): void {
    for (const file of this.#opened) file.close();
  }
}

/** Undefined for a line that was cut short. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
