import { counted } from '../errors/index.js';
import type { Report } from '../report/index.js';
import type { Verification, VerifiedRun } from './verify_system.js';

/** The repetitions under one disturbance with one version of Node. */
export interface DisturbedRuns {
  readonly disturbance: string;
  readonly node: string;
  readonly runs: number;
  readonly different: number;
}

/** Repetitions by disturbance and version of Node, in the order in which they were first made. */
export function disturbedRuns(runs: readonly VerifiedRun[]): readonly DisturbedRuns[] {
  const rows = new Map<string, DisturbedRuns>();
  for (const { disturbance, node, same } of runs) {
    const key = `${disturbance}\0${node}`;
    const { runs: before, different } = rows.get(key) ?? { runs: 0, different: 0 };
    const counts = { runs: before + 1, different: different + (same ? 0 : 1) };
    rows.set(key, { disturbance, node, ...counts });
  }
  return [...rows.values()];
}

/** What the repetitions show, in one sentence. */
export function verificationVerdict({ reference, runs }: Verification): string {
  const different = runs.filter(({ same }) => !same).length;
  const { callbacks, messages } = reference.counts;
  return different === 0
    ? `The same run ${runs.length + 1} times: digest ${reference.digest.total}, ${counted(callbacks, 'callback')}, ${counted(messages, 'message')}.`
    : `NOT deterministic: ${different} of ${runs.length} runs differ from the undisturbed one.`;
}

/** A verification as a report. */
export function verificationReport(verification: Verification): Report {
  const { runs, unmoved, diff, reference } = verification;
  const rows = disturbedRuns(runs);
  return {
    name: 'verification',
    headline: verificationVerdict(verification),
    isBad: diff !== undefined || reference.errors.length > 0,
    remarks: [
      ...reference.errors.map(({ code, message }) => `${code}: ${message}`),
      ...reference.leaks.map(
        ({ what, file }) => `Not reproducible: ${what}${file === undefined ? '' : ` in ${file}`}`,
      ),
      ...(unmoved === undefined ? [] : [`Not repeated in another folder: ${unmoved}`]),
      ...(diff === undefined ? [] : [diff.verdict]),
    ],
    figures: [],
    tables: [
      {
        title: 'Repetitions',
        note: 'each in a fresh process, disturbed in a way that must not affect it',
        columns: ['disturbance', 'Node', 'runs', 'result'].map((heading) => ({
          heading,
          align: heading === 'runs' ? 'right' : 'left',
        })),
        rows: rows.map(({ disturbance, node, runs: count, different }) => [
          ...[disturbance, node, String(count)],
          different === 0 ? 'same' : `${different} differ`,
        ]),
      },
    ],
  };
}
