import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { givenEnvironment } from './given_environment.js';

const file = join(tmpdir(), `orrery-given-${process.pid}.env`);

it('gives words, records and files alike', () => {
  const name = fc.stringMatching(/^[A-Z_][A-Z0-9_]{0,8}$/).filter((each) => each !== 'TZ');
  const value = fc.stringMatching(/^([!$-&(-_a-~]+( [!$-&(-_a-~]+)*)?$/);
  fc.assert(
    fc.property(fc.dictionary(name, value), (variables) => {
      const pairs = Object.entries(variables).map(([key, text]) => `${key}=${text}`);
      writeFileSync(file, pairs.join('\r\n'));
      const expected = { ...variables };
      expect(givenEnvironment({ env: variables }, {}).env).toEqual(expected);
      expect(givenEnvironment({ env: pairs }, {}).env).toEqual(expected);
      expect(givenEnvironment({ envFile: file }, {}).env).toEqual(expected);
      const machine = { ...variables, OTHER_OF_THE_MACHINE: 'x' };
      expect(givenEnvironment({ env: Object.keys(variables) }, machine).env).toEqual(expected);
    }),
  );
});

it.each([
  ['MAPS', /"MAPS" is not set on this machine; did you mean "MAP"\?/],
  ['1A=x', /"1A" is not a valid name/],
  ['=x', /"" is not a valid name/],
  ['TZ=Europe/Berlin', /always in UTC/],
  ['ROS_DISTRO=humbel', /did you mean "humble"/],
])('refuses %s', (word, message) => {
  expect(() => givenEnvironment({ env: [word] }, { MAP: 'x' })).toThrow(message);
});

it('names every line of a file that is wrong', () => {
  writeFileSync(file, 'A=1\nB B=2\nNOT_SET\n');
  expect(() => givenEnvironment({ envFile: file }, {})).toThrow(/:2:1: (.|\n)*:3:1: /);
  expect(() => givenEnvironment({ envFile: `${file}.none` }, {})).toThrow('it does not exist');
});
