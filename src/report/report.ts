import type { Figure } from './figure.js';

/** A column of a table: its heading and alignment. */
export interface ReportColumn {
  readonly heading: string;
  readonly align: 'left' | 'right';
}

/** A table, as shown on the terminal and on the page. */
export interface ReportTable {
  readonly title: string;
  /** One sentence that explains the table, or an empty string. */
  readonly note: string;
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly (readonly string[])[];
  /** Whether its cells are sentences, which the terminal shows one below the other. */
  readonly prose?: boolean;
}

/** The results of a command, as a page shows them. Plain data; equal results give equal reports. */
export interface Report {
  /** Name of the panel that shows it, one word. */
  readonly name: string;
  readonly headline: string;
  /** Whether the headline reports something bad. */
  readonly isBad?: boolean;
  readonly remarks: readonly string[];
  readonly figures: readonly Figure[];
  readonly tables: readonly ReportTable[];
}
