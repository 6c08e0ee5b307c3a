import { expect, it } from 'vitest';
import type { Decision } from '../schedule/index.js';
import type { FewestProof } from './fewest_proof.js';
import { fewestLine } from './statement_of.js';

function line(count: number, proof: Partial<FewestProof>): string {
  const decisions: Decision[] = Array.from({ length: count }, (_, at) => ({
    ...{ at, run: 'b', before: 'a', nth: 1 },
  }));
  const complete = { none: count - 1, runs: 9, untried: [], proved: false, ...proof };
  const nothing = { divergence: undefined, because: [], consequences: [], digest: undefined };
  const failure = { kind: '', text: '', confirmed: true, decisions, proof: complete };
  return fewestLine({ ...failure, ...nothing });
}

it('claims no more than what was tried', () => {
  expect(line(2, { proved: true })).toBe(
    'no fewer: every schedule of at most 1 decision passes (9 runs with fewer decisions)',
  );
  expect(line(2, { untried: ['times'] })).toBe(
    'perhaps fewer with other times: every schedule of at most 1 decision passes with times at their longest (9 runs with fewer decisions)',
  );
  expect(line(3, { untried: ['times', 'seeds'] })).toBe(
    'perhaps fewer with other times or seeds: every schedule of at most 2 decisions passes with times at their longest, and no seed but the configured one and this one (9 runs with fewer decisions)',
  );
  expect(line(4, { none: 2 })).toBe(
    'perhaps fewer: none was found in 9 runs with fewer decisions, and every schedule of at most 2 decisions passes',
  );
});
