/** The rules of prose that a machine can check, for documents and for comments. */
import { expect, it } from 'vitest';
import { filesIn, textOf } from './project.js';

const documents = filesIn().filter((path) => path.endsWith('.md'));

it('says "is not a" instead of "is no"', () => {
  // "There is no file" and "is no longer" are English, but "is no file" is not.
  const denied =
    /(?<!\b(?:there|there will|there can) )\b(?:is|are|was|were|be) no (?!longer|more|other|one|such|need|way|reason|slower|faster|better|worse)[a-z]+/gi;
  const sources = filesIn('src').filter((path) => /\.tsx?$/.test(path));
  const python = filesIn('python').filter((path) => path.endsWith('.py'));
  const found = [...sources, ...python, ...documents].flatMap((path) =>
    [...textOf(path).matchAll(denied)].map(([text]) => `${path} says "${text}"`),
  );
  expect(found).toEqual([]);
});

it('is wrapped at 120 columns in documents', () => {
  // Tables, code, quotes of messages, and words that are longer cannot be wrapped.
  const isWhole = (line: string) => /^\s*(\||>|!\[|\S+$)|^ {4}|`[^`]{80,}`/.test(line);
  const found = documents.flatMap((path) =>
    textOf(path)
      .replaceAll(/^ *(```+).*?^ *\1$/gms, (code) => code.replaceAll(/[^\n]/g, ''))
      .split('\n')
      .flatMap((line, i) => (line.length > 120 && !isWhole(line) ? [`${path}:${i + 1}`] : [])),
  );
  expect(found).toEqual([]);
});
