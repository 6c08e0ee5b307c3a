import { expect, it } from 'vitest';
import { Simulation } from '../simulation/index.js';
import { type RunSource, RunSources } from './run_source.js';

const source = (given: Partial<RunSource>): RunSource => ({
  initialTime: undefined,
  warnings: [],
  finished: undefined,
  begin() {},
  close() {},
  ...given,
});

it('combines several sources: the earliest start, the order of the list, the end of all that end', () => {
  const log: string[] = [];
  const done = { finished: false };
  const all = new RunSources([
    source({
      warnings: ['a'],
      begin: () => log.push('a begins'),
      close: () => log.push('a closes'),
    }),
    source({ initialTime: 7n, finished: true, begin: () => log.push('b begins') }),
    {
      ...source({ initialTime: 5n, warnings: ['c'] }),
      get finished() {
        return done.finished;
      },
    },
  ]);
  expect(all.initialTime).toBe(5n);
  expect(all.warnings).toEqual(['a', 'c']);
  expect(all.finished).toBe(false);
  done.finished = true;
  expect(all.finished).toBe(true);
  all.begin(new Simulation());
  all.close();
  expect(log).toEqual(['a begins', 'b begins', 'a closes']);
  expect(new RunSources([source({})]).finished).toBeUndefined();
  expect(new RunSources([]).initialTime).toBeUndefined();
});
