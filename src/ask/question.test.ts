import { describe, expect, it } from 'vitest';
import { answerQuestion, describeAnswer, filesFor, namesOf, parseQuestion } from './question.js';

describe('a question', () => {
  it('knows which files of a run answer it', () => {
    expect(filesFor(parseQuestion('/a followed by /b within 1s'))).toEqual({
      trace: false,
      recording: true,
    });
    expect(filesFor(parseQuestion('/a before /b at /n'))).toEqual({
      trace: true,
      recording: false,
    });
    expect(filesFor(parseQuestion('/a: data > 1 before timer 50ms at /n'))).toEqual({
      trace: true,
      recording: true,
    });
  });

  it('knows the names that it is about', () => {
    expect(namesOf(parseQuestion('/a followed by /b within 1s')).topics).toEqual(['/a', '/b']);
    expect(namesOf(parseQuestion('timer 50ms before /b at /n'))).toEqual({
      topics: ['/b'],
      node: '/n',
    });
  });

  it('describes its answers in words', () => {
    const text = (question: string) => describeAnswer(parseQuestion(question), '2 s');
    expect(text('/a followed by /b within 1s')).toBe(' by a message at 2 s');
    expect(text('/a before /b at /n')).toBe(': /n handled /b at 2 s after /a');
    expect(text('/a not before each /b at /n')).toBe(
      ': /n handled /b at 2 s without a new /a before it',
    );
  });

  it('is about two callbacks, unless "before" is a value', () => {
    expect(() => parseQuestion('/a before /b before /c at /n')).toThrow(/has "before" twice/);
    const quoted = parseQuestion('/a: data == " before " before /b at /n');
    expect(namesOf(quoted).topics).toEqual(['/a', '/b']);
  });

  it('is refused with the name of the file that a run lacks', () => {
    const none = { trace: undefined, recording: undefined };
    const ask = (question: string) => () => answerQuestion(parseQuestion(question), none);
    expect(ask('/a before /b at /n')).toThrow(
      expect.objectContaining({ code: 'ORR_ANALYSIS_TRACE_MISSING' }),
    );
    expect(ask('/a followed by /b within 1s')).toThrow(
      expect.objectContaining({ code: 'ORR_BAG_NOT_FOUND' }),
    );
  });
});
