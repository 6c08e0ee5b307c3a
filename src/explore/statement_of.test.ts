import { expect, it } from 'vitest';
import type { Decision } from '../schedule/index.js';
import type { FewestProof } from './fewest_proof.js';
import { fewestLine, statementOf } from './statement_of.js';

function line(count: number, proof: Partial<FewestProof>): string {
  const decisions: Decision[] = Array.from({ length: count }, (_, at) => ({
    ...{ at, run: 'b', before: 'a', nth: 1 },
  }));
  const complete = { none: count - 1, runs: 9, untried: [], proved: false, ...proof };
  const nothing = { divergence: undefined, because: [], consequences: [], digest: undefined };
  const failure = { kind: '', text: '', confirmed: true, decisions, proof: complete };
  return fewestLine({ ...failure, ...nothing });
}

it('says once what several decisions do', () => {
  const decisions = [1, 2].map((at) => ({ at, run: 'b', before: 'a', nth: 1 }));
  const numbers = { first: 0, instead: 0 };
  const place = { node: '/n', index: 0, at: 0, insteadAt: 0, early: true, reversed: true, numbers };
  const divergence = { ...place, first: 'b', instead: 'a' };
  const consequences = decisions.map((decision) => ({ decision, divergence }));
  const proof = { none: 1, runs: 9, untried: [], proved: true };
  const common = { kind: '', text: 'wrong', proof, because: [], digest: undefined };
  const lines = statementOf({ ...common, decisions, divergence, consequences, confirmed: true });
  expect(lines.filter((line) => line.includes('otherwise'))).toEqual([
    'at /n: b before a at 0.000000000 s, otherwise the reverse',
  ]);
  expect(lines.at(-2)).toMatch(/^because of b before a .* and because of b before a /);
});

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
