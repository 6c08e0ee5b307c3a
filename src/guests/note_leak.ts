import type { LeakRecord } from '../guard/index.js';

/**
 * Adds an escape from the virtual world to those that are known: each place has one record.
 *
 * @param text - kind, words, file and line, separated by tabulators
 * @param program - where it is if the text does not say
 */
export function noteLeak(
  leaks: LeakRecord[],
  text: string,
  program: string,
  sinceStartNs: number,
): void {
  const [kind = 'process', what = '', file = program, line = '0'] = text.split('\t');
  const known = leaks.findIndex(
    (each) => each.what === what && each.file === file && each.line === Number(line),
  );
  const count = (leaks[known]?.count ?? 0) + 1;
  const leak = { kind, what, file, line: Number(line), column: 1, sinceStartNs, count };
  if (known < 0) leaks.push(leak);
  else leaks[known] = leak;
}
