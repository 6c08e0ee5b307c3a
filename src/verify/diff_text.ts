import { grouped } from '../errors/index.js';
import type { TracedCallback } from '../record/index.js';
import type { RunDiff } from './diff_runs.js';
import { seconds } from './seconds.js';

/** A comparison for a terminal. */
export function diffText(diff: RunDiff): string {
  const { a, b, first, message } = diff;
  const lines = [
    `A  ${a.path}: digest ${a.digest}, ${count(a.callbacks)} callbacks, ${count(a.messages)} messages`,
    `B  ${b.path}: digest ${b.digest}, ${count(b.callbacks)} callbacks, ${count(b.messages)} messages`,
    '',
    diff.verdict,
  ];
  if (diff.same) return `${lines.join('\n')}\n`;
  if (first !== undefined) {
    lines.push('', `  A  ${callbackLine(first.a)}`, `  B  ${callbackLine(first.b)}`);
  }
  if (message !== undefined) {
    lines.push('', `What differs in the message on ${message.topic}:`);
    for (const { path, a: from, b: to } of message.fields) {
      lines.push(`  ${path === '' ? 'message' : path}: ${from} → ${to}`);
    }
  }
  lines.push(...chainLines(diff));
  for (const { name, a: from, b: to } of diff.setup) {
    lines.push('', `The runs were set up differently: ${name}: ${from} → ${to}`);
  }
  if (diff.nodes.length > 0) lines.push('', `Nodes that differ: ${diff.nodes.join(', ')}`);
  if (diff.topics.length > 0) lines.push(`Topics that differ: ${diff.topics.join(', ')}`);
  return `${lines.join('\n')}\n`;
}

function chainLines({ causesA, causesB, common }: RunDiff): string[] {
  const lines: string[] = [];
  if (causesA.length > 0) lines.push('', 'In A because of', ...causesA.map(chainLine));
  if (causesB.length > 0) lines.push('', 'In B because of', ...causesB.map(chainLine));
  if (common.length > 0) {
    lines.push('', 'Common to both, the last first:', ...common.map(chainLine));
  }
  return lines;
}

function chainLine(callback: TracedCallback): string {
  return `  ${callbackLine(callback)}`;
}

/** e.g. `#17 at 12.340000000 s  /filter subscription /scan`. */
function callbackLine(callback: TracedCallback | undefined): string {
  if (callback === undefined) return 'nothing: the run had ended';
  const { number, entity, outputs, input } = callback;
  const details = [
    input === 0 ? undefined : `input ${hex(input)}`,
    outputs === 0 ? undefined : `sent ${outputs} (${hex(callback.output)})`,
    callback.state === 0 ? undefined : `state ${hex(callback.state)}`,
  ].filter((detail) => detail !== undefined);
  return [`#${number} at ${seconds(callback.time)} s  ${entity}`, ...details].join(', ');
}

function hex(word: number): string {
  return word.toString(16).padStart(8, '0');
}

function count(number: number): string {
  return grouped(number);
}
