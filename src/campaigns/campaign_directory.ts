import { appendFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LatestEntries } from './latest_entries.js';
import { LineFile } from './line_file.js';
import { WORKER_NAME } from './worker_name.js';

/** An action of a worker: one line of its journal. */
export type JournalEntry =
  | { readonly event: 'started'; readonly row: number }
  /** @param cached - whether the result existed before */
  | { readonly event: 'done'; readonly row: number; readonly key: string; readonly cached?: true }
  /** the run left no result: it hung, or its thread was lost */
  | { readonly event: 'lost'; readonly row: number; readonly code: string; readonly text: string }
  /** the run was repeated in a fresh process */
  | { readonly event: 'rechecked'; readonly row: number; readonly same: boolean };

export type DatedEntry = JournalEntry & { readonly at: number };

/** The state of the rows of a campaign. */
export interface CampaignState {
  /** The key of the result, by row. */
  readonly done: ReadonlyMap<number, string>;
  readonly lost: ReadonlyMap<number, { readonly code: string; readonly text: string }>;
  /** Rows that have begun and are neither done nor lost: they are running, or their worker was interrupted. */
  readonly open: ReadonlySet<number>;
  readonly cached: number;
  readonly rechecked: number;
}

/**
 * The journals of a campaign: one per worker, to which only that worker appends. Rows of a killed worker are open;
 * an unfinished line is ignored.
 */
export class CampaignDirectory {
  readonly path: string;
  readonly #journal: string;

  constructor(path: string) {
    this.path = path;
    mkdirSync(join(path, 'journal'), { recursive: true });
    mkdirSync(join(path, 'runs'), { recursive: true });
    this.#journal = join(path, 'journal', `${WORKER_NAME}.jsonl`);
  }

  note(entry: JournalEntry): void {
    // The time only decides which of two results of a row is the later one.
    appendFileSync(this.#journal, `${JSON.stringify({ ...entry, at: Date.now() })}\n`);
  }

  /** Where the record of a row is kept. */
  runDirectory(row: number): string {
    return join(this.path, 'runs', String(row));
  }

  /** The rows whose records are kept. */
  keptRows(): ReadonlySet<number> {
    return new Set(readdirSync(join(this.path, 'runs')).map(Number));
  }

  state(): CampaignState {
    const folder = join(this.path, 'journal');
    const latest = new LatestEntries();
    for (const name of readdirSync(folder).sort()) {
      const file = new LineFile(join(folder, name));
      file.each((line) => {
        const entry = entryOf(line);
        if (entry !== undefined) latest.add(entry);
      });
      file.close();
    }
    return latest.state();
  }
}

/** Undefined for what is not an entry: a worker of an earlier version completed the line in which another was killed. */
function entryOf(line: string): DatedEntry | undefined {
  try {
    return JSON.parse(line) as DatedEntry;
  } catch {
    return undefined;
  }
}
