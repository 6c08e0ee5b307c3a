/** Launch files of a size that nobody writes by hand: refused at their place by a named limit. */
import { describe, expect, it } from 'vitest';
import { ProgramNames } from '../../system/index.js';
import { load, mistakes } from './launch_sandbox.test_support.js';

const xml = (content: string) => `<launch>\n${content}</launch>\n`;
const parts = /^1:1 .* tags, attributes and substitutions, more than the limit of 500000 /;

describe('a launch file', () => {
  it.each([
    ['too many tags', xml('<arg name="a" default="1"/>\n'.repeat(300_000)), parts],
    ['too many attributes', xml(`<node ${'a="" '.repeat(600_000)}/>`), parts],
    ['too many texts', xml(`<arg name="a" default="${'$(var x)'.repeat(600_000)}"/>`), parts],
    [
      'too many substitutions',
      xml(`<arg name="a" default="${'$(var x)'.repeat(200_000)}"/>`),
      /^2:.* more than the limit of 10000 substitutions/,
    ],
    [
      'too many substitutions in YAML',
      `launch:\n- arg: {name: a, default: "${'$(var x)'.repeat(200_000)}"}\n`,
      /^2:.* more than the limit of 10000 substitutions/,
    ],
    [
      'too long a list',
      xml(
        `<node pkg="bot" exec="a"><param name="x" value-sep=";" value="${'1;'.repeat(8e5)}"/></node>`,
      ),
      /^2:.* more than the limit of 100000 items/,
    ],
    ['too many actions', xml('<log message="x"/>'.repeat(20_001)), /More than 20000 actions/],
    ['too long a text', xml(' '.repeat(17 * 1024 * 1024)), /more than the limit of 16777216/],
  ])('with %s is refused', (_, text, said) => {
    const found = mistakes(() => load(text));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(said);
  });

  it('names an attribute where it begins', () => {
    const text = xml('<log\n  message  =\n "$(unknown)"/>');
    expect(mistakes(() => load(text))[0]).toMatch(/^4:3 /);
  });
});

it('gives tens of thousands of programs with one name distinct names', () => {
  const names = new ProgramNames();
  expect(names.take('a-3')).toBe('a-3');
  const taken = Array.from({ length: 50_000 }, () => names.take('a'));
  expect(taken.slice(0, 4)).toEqual(['a', 'a-2', 'a-4', 'a-5']);
  expect(new Set(taken).size).toBe(50_000);
});
