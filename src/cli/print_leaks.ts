import type { LeakRecord } from '../guard/index.js';

/** Says what escaped from the virtual world, where, and how often. */
export function printLeaks(leaks: readonly LeakRecord[]): void {
  for (const leak of leaks) process.stderr.write(`${leakLine(leak)}\n`);
}

/** e.g. `leak environment: process.env.HOME at n.js:3:9, timer timer#0 of /n at 0.1 s, 2 times`. */
export function leakLine(leak: LeakRecord): string {
  const { kind, what, file, line, column, node, callback, sinceStartNs, count } = leak;
  const where = file === undefined ? '' : ` at ${file}:${line}:${column}`;
  const who = node === undefined ? '' : `, ${callback ?? 'a callback'} of ${node}`;
  const times = count === 1 ? 'once' : `${count} times`;
  return `leak ${kind}: ${what}${where}${who} at ${(sinceStartNs / 1e9).toFixed(9)} s, ${times}`;
}
