import { printable } from '../errors/index.js';
import type { TracedCallback } from '../record/index.js';
import type { RunDiff } from './diff_runs.js';
import { callbackLine } from './diff_text.js';

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}td,th{border:1px solid #8886;padding:.3rem .6rem;text-align:left;vertical-align:top}
code{font:13px ui-monospace,monospace;overflow-wrap:anywhere}.verdict{font-size:1.2rem;border-left:4px solid #c33;padding-left:1rem}
.same{border-color:#393}`;

/** A comparison as one self-contained page. */
export function diffHtml(diff: RunDiff): string {
  const { a, b, first, message } = diff;
  const parts = [
    `<p class="verdict${diff.same ? ' same' : ''}">${escapeHtml(diff.verdict)}</p>`,
    table('Runs', [
      ['directory', a.path, b.path],
      ['digest', a.digest, b.digest],
      ['callbacks', String(a.callbacks), String(b.callbacks)],
      ['messages', String(a.messages), String(b.messages)],
      ...diff.setup.map((entry): Row => [entry.name, entry.a, entry.b]),
    ]),
  ];
  if (first !== undefined) {
    const row: Row = [
      `callback ${(first.a ?? first.b)!.number}`,
      callbackLine(first.a),
      callbackLine(first.b),
    ];
    parts.push(table('The first difference', [row]));
  }
  if (message !== undefined) {
    const rows = message.fields.map((field): Row => [field.path, field.a, field.b]);
    parts.push(table(`The message on ${message.topic}`, rows));
  }
  parts.push(
    list('In A because of', diff.causesA),
    list('In B because of', diff.causesB),
    list('Common to both, the last first', diff.common),
    names('Nodes that differ', diff.nodes),
    names('Topics that differ', diff.topics),
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Two runs compared</title><style>${STYLE}</style>
<h1>Two runs compared</h1>
${parts.filter((part) => part !== '').join('\n')}
</html>
`;
}

type Row = readonly [name: string, a: string, b: string];

function table(title: string, rows: readonly Row[]): string {
  const cells = rows.map(
    ([name, a, b]) =>
      `<tr><th>${escapeHtml(name)}</th><td><code>${escapeHtml(a)}</code></td><td><code>${escapeHtml(b)}</code></td></tr>`,
  );
  return `<h2>${escapeHtml(title)}</h2><table><tr><th></th><th>A</th><th>B</th></tr>${cells.join('')}</table>`;
}

function list(title: string, callbacks: readonly TracedCallback[]): string {
  if (callbacks.length === 0) return '';
  const items = callbacks.map(
    (callback) => `<li><code>${escapeHtml(callbackLine(callback))}</code>`,
  );
  return `<h2>${escapeHtml(title)}</h2><ol>${items.join('')}</ol>`;
}

function names(title: string, all: readonly string[]): string {
  return all.length === 0
    ? ''
    : `<h2>${escapeHtml(title)}</h2><p><code>${all.map(escapeHtml).join('<br>')}</code></p>`;
}

function escapeHtml(text: string): string {
  return printable(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
