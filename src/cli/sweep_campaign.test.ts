import { expect, it } from 'vitest';
import { campaignOf } from './sweep_campaign.js';

it.each([
  ['gain=0.5,1', ['0.5', '1.0']],
  ['gain=1.0,2', ['1.0', '2.0']],
  ['gain=1,2', ['1', '2']],
  ['gain=-1e1', ['-10.0']],
  ['mode=fast,"q",,1e', ['fast', '"q"', '', '1e']],
  ['gain=.5,+1', ['0.5', '1.0']],
  ['gain=0x10,1', ['16', '1']],
  ["mode=$&,$',$$", ['$&', "$'", '$$']],
  ['gain=1..3', ['1', '2', '3']],
])('--vary %s keeps numbers as they are written', (vary, values) => {
  const { axes } = campaignOf(['a.js'], { vary: [vary] }).campaign;
  const [name = ''] = vary.split('=');
  const words = values.map((value) => ['-p', `${name}:=${value}`]);
  expect(axes[0]?.levels.map((level) => level.words)).toEqual(words);
});

it.each([
  [{ seeds: 'two' }, '"two" does not say which seeds'],
  [{ vary: ['gain=1,1'] }, '1'],
])(
  'a mistake in %j is placed on the command line, not in a text that nobody wrote',
  (words, what) => {
    const lines = () => campaignOf(['a.js'], words);
    expect(lines).toThrow(
      /^The command line has one mistake to repair:\n {2}command line: [^\n]*$/,
    );
    expect(lines).toThrow(what);
  },
);
