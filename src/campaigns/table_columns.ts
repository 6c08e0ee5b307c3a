import type { Campaign } from './campaign.js';
import type { ColumnType } from './parquet_column.js';

/** Columns that every table has, and what is in them. */
const BEFORE = { row: 'DOUBLE' } as const;
const AFTER_AXES = {
  seed: 'STRING',
  status: 'STRING',
  failure: 'STRING',
  text: 'STRING',
  end: 'STRING',
  exit_code: 'DOUBLE',
  digest: 'STRING',
  reproducible: 'BOOLEAN',
  callbacks: 'DOUBLE',
  messages: 'DOUBLE',
  virtual_seconds: 'DOUBLE',
  wall_seconds: 'DOUBLE',
} as const;
const LAST = { directory: 'STRING', key: 'STRING' } as const;
const FIXED: Readonly<Record<string, ColumnType>> = { ...BEFORE, ...AFTER_AXES, ...LAST };

/** A name that stands for a column: `rate(/scan)` is `rate_scan`. */
function columnName(text: string): string {
  return text.replace(/\W+/g, '_').replace(/^_|_$/g, '');
}

/**
 * The columns of the tables of a campaign. They depend on the campaign alone, not on the results that there are, so that
 * a table has all of them also if its first rows have no result yet. No two have the same name.
 */
export class TableColumns {
  /** The column of each axis, by the name of the axis. */
  readonly axes: ReadonlyMap<string, string>;
  /** The column of each metric, by the metric. */
  readonly metrics: ReadonlyMap<string, string>;

  constructor({ axes, metrics }: Pick<Campaign, 'axes' | 'metrics'>) {
    const taken = new Set(Object.keys(FIXED));
    const named = (text: string) => [text, unusedName(columnName(text), taken)] as const;
    this.axes = new Map(axes.map(({ name }) => named(name)));
    this.metrics = new Map(metrics.map(named));
  }

  /** In their order in tables. */
  get names(): string[] {
    return [
      ...Object.keys(BEFORE),
      ...this.axes.values(),
      ...Object.keys(AFTER_AXES),
      ...this.metrics.values(),
      ...Object.keys(LAST),
    ];
  }

  /** What is in the columns whose values the campaign does not determine. */
  get types(): ReadonlyMap<string, ColumnType> {
    const metrics = [...this.metrics.values()].map((name) => [name, 'DOUBLE'] as const);
    return new Map([...Object.entries(FIXED), ...metrics]);
  }
}

/** `name`, or `name_2`, `name_3` if it is taken. */
function unusedName(name: string, taken: Set<string>): string {
  let unused = name;
  for (let i = 2; taken.has(unused); i++) unused = `${name}_${i}`;
  taken.add(unused);
  return unused;
}
