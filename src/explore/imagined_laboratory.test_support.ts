import type { Alternative, Decision, OrderDecision } from '../schedule/index.js';
import type { Laboratory, Trial } from './laboratory.js';

/** What a run with certain decisions would show. */
interface ImaginedRun {
  readonly fails: boolean;
  /** What else could have been decided after its last decision. */
  readonly alternatives?: readonly OrderDecision[];
}

/** A run after which so much else could have been decided. */
export function imaginedTrial(
  decisions: readonly Decision[],
  alternatives: readonly Alternative[],
  failure?: Trial['failure'],
): Trial {
  // A search reads nothing else of an outcome.
  const outcome = { explored: { decisions, alternatives } } as unknown as Trial['outcome'];
  return { outcome, failure, idle: [] };
}

/** A laboratory that makes no runs: `imagine` says what each would show. Failures are of the kind `found`. */
export function imaginedLaboratory(
  imagine: (decisions: readonly Decision[]) => ImaginedRun,
): Laboratory {
  const attempt = (decisions: readonly Decision[]): Trial => {
    const { fails, alternatives = [] } = imagine(decisions);
    const possible = alternatives.map((decision) => ({ decision, passes: [] }));
    return imaginedTrial(decisions, possible, fails ? { kind: 'found', text: '' } : undefined);
  };
  const parts = {
    parallel: 2,
    try: async ({ decisions }: { decisions: readonly Decision[] }) => attempt(decisions),
    disregard: () => {},
  };
  // The private parts of the class make the runs.
  return parts as unknown as Laboratory;
}
