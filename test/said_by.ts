/** What a test's page has reported: lines with a word and a JSON value each. */
import type { LiveProcess } from './live_process.js';

export function saidBy(page: LiveProcess): Record<string, unknown> {
  const lines = page.stdout.trim().split('\n');
  return Object.fromEntries(
    lines.map((line) => {
      const [, what, value] = /^(\w+) (.*)$/.exec(line)!;
      return [what!, JSON.parse(value!) as unknown];
    }),
  );
}
