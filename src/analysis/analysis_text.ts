import { exceededElsewhere } from './alarms_of.js';
import { analysisTables } from './analysis_tables.js';
import type { RunAnalysis } from './analyze_run.js';
import { textTable, thousands } from './text_table.js';

/** The line above all tables. */
export function headlineOf({ run, count, length }: RunAnalysis): string {
  return `${run}: ${thousands(count)} callbacks in ${(length / 1e9).toFixed(3)} s of virtual time`;
}

/** The remarks of an analysis besides its tables. */
export function remarksOf(analysis: RunAnalysis): string[] {
  const { callbacks, omittedChains, missingChains, bounds, chainBounds, alarms } = analysis;
  const silent = callbacks.filter(
    ({ response, kind, waiting }) =>
      response.count === 0 && (waiting > 0 || kind === 'timer' || kind === 'subscription'),
  );
  const waiting = silent.filter((callback) => callback.waiting > 0);
  return [
    ...alarms.map((alarm) => `Warning: ${alarm}`),
    ...exceededElsewhere(bounds, chainBounds),
    ...chainBounds
      .filter(({ missing }) => missing !== '')
      .map(({ chain, missing }) => `The chain ${chain} has no bound: ${missing}.`),
    ...waiting.map(
      (c) => `${c.node} ${c.name} never ran, though ${thousands(c.waiting)} inputs wait for it.`,
    ),
    ...missingChains.map(
      (topics) => `No node of the run connects the chain ${topics.join(' → ')}.`,
    ),
    ...(omittedChains === 0
      ? []
      : [
          `${thousands(omittedChains)} more chains were found; declare those that matter (--chain).`,
        ]),
  ];
}

/** An analysis as text for the terminal, 100 columns wide. */
export function analysisText(analysis: RunAnalysis): string {
  const tables = analysisTables(analysis).map(({ title, note, columns, rows, prose }) => {
    const body = prose === true ? assumptionLines(rows) : textTable(columns, rows);
    return `${title}\n(${note})\n${body}`;
  });
  const remarks = remarksOf(analysis).map((remark) => `${remark}\n`);
  return [
    `${headlineOf(analysis)}\n`,
    ...tables,
    ...(remarks.length > 0 ? [remarks.join('')] : []),
  ].join('\n');
}

/** If an assumption is violated, only the violated ones; otherwise all of them, with their reasons. */
function assumptionLines(rows: readonly (readonly string[])[]): string {
  const violated = rows.filter(([, state]) => state === 'violated');
  const shown = violated.length > 0 ? violated : rows;
  return shown
    .flatMap(([assumption, state, why]) =>
      wrapped(`${state!.padEnd(9)} ${assumption}: ${why}`, 100, ' '.repeat(10)),
    )
    .map((line) => `${line}\n`)
    .join('');
}

function wrapped(sentence: string, width: number, indent: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of sentence.split(/(?<=\S) /)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = `${indent}${word}`;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
