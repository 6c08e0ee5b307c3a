import type { Figure } from './figure.js';

/** A column of a table: its heading and alignment. */
export interface ReportColumn {
  readonly heading: string;
  readonly align: 'left' | 'right';
}

/** A table, as shown on the terminal and on the page. */
export interface ReportTable {
  readonly title: string;
  /** An explanation of its figures; one sentence or none. */
  readonly note: string;
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly (readonly string[])[];
  /** Its cells are sentences, which the terminal shows one below the other. */
  readonly prose?: boolean;
}

/** What a command found, as a page shows it. Plain data; the same findings give the same. */
export interface Report {
  /** Of the panel that shows it, one word. */
  readonly name: string;
  readonly headline: string;
  /** Whether what the headline says is bad. */
  readonly isBad?: boolean;
  readonly remarks: readonly string[];
  readonly figures: readonly Figure[];
  readonly tables: readonly ReportTable[];
}
