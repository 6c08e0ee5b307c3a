import { describe, expect, it } from 'vitest';
import { rulesFromArguments, splitRosArguments } from '../parameters/index.js';
import { combineRosWords } from './ros_words.js';

/** The value of the parameter `x` of `/n` when these words stand on a command line. */
function valueOfX(words: readonly string[]) {
  const { ros } = splitRosArguments(['--ros-args', ...words]);
  return rulesFromArguments(ros.parameters).parametersFor('/n').get('x')?.value;
}

describe('combineRosWords', () => {
  const rules = ['/**:x', '/n:x', '/*:x'];

  it('lets every parameter of the program win over every one of the run', () => {
    const words = (name: string, value: string) => ['-p', `${name}:=${value}`];
    for (const own of rules) {
      for (const first of rules) {
        for (const second of rules) {
          const run = [...words(first, 'run'), ...words(second, 'run')];
          expect(valueOfX(combineRosWords(words(own, 'own'), run)), `${own} ${run}`).toBe('own');
        }
      }
    }
  });

  it('keeps what the program does not set', () => {
    const run = ['-p', '/**:x:=1', '-r', 'a:=b', '--log-level', 'warn'];
    const own = ['-r', 'a:=c', '-p', '/**:y:=2'];
    expect(combineRosWords(own, run)).toEqual(['-r', 'a:=c', ...run, ...own]);
    expect(combineRosWords(own, [])).toEqual(own);
  });
});
