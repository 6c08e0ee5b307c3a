import { analysisPictures } from './analysis_pictures.js';
import { type ReportTable, tablesOf } from './analysis_tables.js';
import { headlineOf, remarksOf } from './analysis_text.js';
import type { RunAnalysis } from './analyze_run.js';
import { escapeXml } from './svg.js';

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:#1f2933}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin:2rem 0 .2rem}p.note{color:#52606d;margin:.1rem 0 .6rem}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:13px}th,td{border-bottom:1px solid #cbd2d9;padding:.25rem .6rem;white-space:nowrap}
th{text-align:left;border-bottom:2px solid #52606d}.r{text-align:right;font-variant-numeric:tabular-nums}
figure{margin:1.5rem 0;overflow-x:auto}svg{max-width:100%;height:auto;border:1px solid #e3e7eb}
td.wrap{white-space:normal}tr.violated td{background:#fde8e8}`;

/**
 * An analysis as one self-contained page: pictures and all tables. The same run gives the same
 * bytes.
 */
export function analysisHtml(analysis: RunAnalysis): string {
  const pictures = Object.values(analysisPictures(analysis)).map(
    (svg) => `<figure>${svg.trim()}</figure>`,
  );
  const remarks = remarksOf(analysis).map((remark) => `<p>${escapeXml(remark)}</p>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeXml(analysis.run)}: timing analysis</title>
<style>${STYLE}</style></head><body>
<h1>Timing analysis</h1>
<p>${escapeXml(headlineOf(analysis))}</p>
${[...remarks, ...pictures, ...tablesOf(analysis).map(table)].join('\n')}
</body></html>
`;
}

function table({ title, note, columns, rows }: ReportTable): string {
  const side = (i: number) => (columns[i]!.align === 'right' ? ' class="r"' : '');
  const head = columns.map(({ heading }, i) => `<th${side(i)}>${escapeXml(heading)}</th>`).join('');
  const body = rows.map((row) => {
    const cells = row.map((cell, i) => {
      const style = cell.length > 60 ? ' class="wrap"' : side(i);
      return `<td${style}>${escapeXml(cell)}</td>`;
    });
    return `<tr${row.includes('violated') ? ' class="violated"' : ''}>${cells.join('')}</tr>`;
  });
  return `<h2>${escapeXml(title)}</h2><p class="note">${escapeXml(note)}</p><div class="wide"><table><thead><tr>${head}</tr></thead><tbody>
${body.join('\n')}
</tbody></table></div>`;
}
