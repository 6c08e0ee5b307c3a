import { expect, it } from 'vitest';
import { corpusText, parseCorpus } from './corpus_text.js';

it('reads back what it wrote', () => {
  const runs = [[{ seed: '7' }], [], [{ at: 5, run: '/a', before: '/b', nth: 1 }]];
  expect(parseCorpus(corpusText(runs), 'corpus.json')).toEqual(runs);
  expect(parseCorpus(corpusText([]), 'corpus.json')).toEqual([]);
});

it.each(['', '[]', '{"format": "orrery-corpus/1", "runs": [[{"at": "now"}]]}', 'null'])(
  'refuses %j',
  (text) => {
    expect(() => parseCorpus(text, 'corpus.json')).toThrow('corpus.json does not keep the runs');
  },
);
