import type { Report, ReportTable } from '../../../report/index.js';
import { InteractiveFigure } from './figure/interactive_figure.js';
import type { Palette } from './palette.js';

/** Longer cells may wrap. */
const LONG_CELL = 60;
/** Cells that report something bad. */
const BAD_CELL = /^(violated|\d+ differ)$/;

interface Props {
  readonly report: Report;
  readonly palette: Palette;
}

/** The result of a command: sentences, figures and tables. */
export function ReportPanel({ report, palette }: Props) {
  const { headline, isBad, remarks, figures, tables } = report;
  return (
    <div class="report">
      <h2 class={isBad ? 'verdict' : 'verdict same'}>{headline}</h2>
      {remarks.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
      {figures.length > 0 && (
        <p class="note how">
          Drag moves a figure; after a click into it, the wheel zooms, a double click shows all.
          Keys: W, S, A, D, F.
        </p>
      )}
      {figures.map((figure) => (
        <InteractiveFigure key={figure.name} figure={figure} palette={palette} />
      ))}
      {tables.map((table) => (
        <OneTable key={table.title} table={table} />
      ))}
    </div>
  );
}

function OneTable({ table: { title, note, columns, rows } }: { readonly table: ReportTable }) {
  const sideOf = (i: number) => (columns[i]?.align === 'right' ? 'number' : '');
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {note !== '' && <p class="note">{note}</p>}
      <div class="wide-table">
        <table>
          <thead>
            <tr>
              {columns.map(({ heading }, i) => (
                <th key={i} class={sideOf(i)}>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => (
              <tr key={i} class={row.some((cell) => BAD_CELL.test(cell)) ? 'error' : ''}>
                {row.map((cell, j) => (
                  <td key={j} class={cell.length > LONG_CELL ? '' : sideOf(j)}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
