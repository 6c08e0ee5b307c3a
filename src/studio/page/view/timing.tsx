import type { AnalysisReport } from '../../../analysis/index.js';

type Table = AnalysisReport['tables'][number];

/** Longer cells may break. */
const LONG_CELL = 60;

/** What `orrery analyze` found: pictures and tables. */
export function Timing({ report }: { readonly report: AnalysisReport }) {
  return (
    <div class="timing">
      <h2>{report.headline}</h2>
      {report.remarks.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
      {report.pictures.map((svg, i) => (
        // Orrery has made the pictures; names in them are escaped.
        <figure key={i} dangerouslySetInnerHTML={{ __html: svg }} />
      ))}
      {report.tables.map((table) => (
        <OneTable key={table.title} table={table} />
      ))}
    </div>
  );
}

function OneTable({ table: { title, note, columns, rows } }: { readonly table: Table }) {
  const sideOf = (i: number) => (columns[i]?.align === 'right' ? 'number' : '');
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <p class="note">{note}</p>
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
            <tr key={i} class={row.includes('violated') ? 'error' : ''}>
              {row.map((cell, j) => (
                <td key={j} class={cell.length > LONG_CELL ? '' : sideOf(j)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
