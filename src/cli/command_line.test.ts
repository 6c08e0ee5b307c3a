import { describe, expect, it } from 'vitest';
import { PYTHON_MODULE } from '../launch/index.js';
import { splitCommandLine } from './command_line.js';

const split = (text: string) => {
  const { words, args, ros } = splitCommandLine(['node', 'orrery', ...text.split(' ')]);
  return { words: words.slice(2).join(' '), args: args.join(' '), ros: ros.parameters.length };
};

describe('a command line', () => {
  it('passes what follows -- to the programs', () => {
    expect(split('run a.py --until 1s -- --rate 5 x')).toEqual({
      words: 'run a.py --until 1s',
      args: '--rate 5 x',
      ros: 0,
    });
  });

  it('has a module of Python and the words for it, as after python3 -m', () => {
    for (const start of ['run --seed 3 -m', 'run --seed 3 python3 -m']) {
      expect(split(`${start} pytest test -k fast --until 5 --ros-args -p a:=1`)).toEqual({
        words: `run --seed 3 ${PYTHON_MODULE}`,
        args: 'pytest test -k fast --until 5',
        ros: 1,
      });
    }
    expect(split('run a.js -- -m x').args).toBe('-m x');
    expect(split('compare a.js -m lost:/a').words).toBe('compare a.js -m lost:/a');
  });

  it('takes ROS arguments from anywhere after --, up to another --', () => {
    expect(split('run a.py -- x --ros-args -p a:=1 -- y --ros-args -p b:=2')).toEqual({
      words: 'run a.py',
      args: 'x y',
      ros: 2,
    });
    expect(split('run a.py --ros-args -p a:=1 -- y -- z')).toEqual({
      words: 'run a.py',
      args: 'y -- z',
      ros: 1,
    });
  });

  it('says where a word after --ros-args belongs that is not a ROS argument', () => {
    expect(() => split('run a.js --ros-args -p a:=1 --until 5s')).toThrow(
      '"--until" is not a ROS argument; write the options of Orrery before --ros-args, and what is for the program after --.',
    );
  });

  it('leaves -- to commands that run no programs', () => {
    expect(split('completion -- x').words).toBe('completion -- x');
  });
});
