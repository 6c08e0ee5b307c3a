import type { Graph } from '../graph/index.js';
import type { GuestProgram } from './guest_command.js';

/** The most warnings about one program; a program that starts threads without end may cause one for each. */
const MOST = 100;

/** Takes what a guest says is wrong with it but does not end it; the run warns of each such thing once. */
export function guestWarnings({ name }: GuestProgram, graph: Graph): (text: string) => void {
  const told = new Set<string>();
  return (text) => {
    const [kind = '', subject = '', file = '', line = '', ...words] = text.split('\t');
    const key = [kind, subject, file, line].join('\t');
    if (told.has(key) || told.size === MOST) return;
    told.add(key);
    const place = file === '' ? '' : `${file}:${line}`;
    const warning = describe(name, kind, { subject, place, words: words.join('\t') }, graph);
    if (warning !== undefined) graph.listener?.warned(warning);
  };
}

/** A warning of a kind that this version knows. */
function describe(
  name: string,
  kind: string,
  { subject, place, words }: { subject: string; place: string; words: string },
  graph: Graph,
): string | undefined {
  if (kind === 'uncalled')
    return `The program ${name} has ended without a node, and nothing calls its function ${subject} (${place}). Call it at the end of the file (if __name__ == '__main__': ${subject}()), or start the program by its package and entry point.`;
  if (kind !== 'thread') return undefined;
  const at = `at ${(graph.kernel.now / 1e9).toFixed(3)} s`;
  const where = place === '' ? '' : `, ${place},`;
  return `The program ${name} goes on without its thread "${subject}", which ended${where} ${at} with an exception that nothing handled: ${words}`;
}
