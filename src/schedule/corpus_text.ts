import { OrreryError } from '../errors/index.js';
import type { Decision } from './decision.js';
import { isDecision } from './schedule_file.js';

const CORPUS_FORMAT = 'orrery-corpus/1';

/** The text of a file that keeps runs, each as its decisions, for later searches. */
export function corpusText(runs: readonly (readonly Decision[])[]): string {
  const lines = runs.map((decisions) => `    ${JSON.stringify(decisions)}`);
  return `{\n  "format": "${CORPUS_FORMAT}",\n  "runs": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

/** @throws OrreryError `ORR_SCHEDULE_INVALID` */
export function parseCorpus(text: string, file: string): Decision[][] {
  const value = parsed(text);
  const isCorpus = value.format === CORPUS_FORMAT && Array.isArray(value.runs);
  const runs: readonly unknown[] = isCorpus ? (value.runs as unknown[]) : [undefined];
  if (runs.every((run): run is Decision[] => Array.isArray(run) && run.every(isDecision))) {
    return [...runs];
  }
  throw new OrreryError(
    'ORR_SCHEDULE_INVALID',
    `${file} does not keep the runs of a search; give a file that orrery explore --corpus has written, or a new name.`,
    { place: { file } },
  );
}

/** The members of a JSON object; none if the text is anything else. */
function parsed(text: string): { readonly format?: unknown; readonly runs?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
