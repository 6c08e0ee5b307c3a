import { describe, expect, it } from 'vitest';
import { DescriptionError } from '../errors/index.js';
import { parseDelayFile, readDelayFile } from './delay_file.js';

const HEADER = 'Topic Name , Delay Type (FIXED/MEASURED), Fixed Delay_ms, Measured Delay Skew\n';

describe('delay files of rslcpp', () => {
  it('load with padding, and without their last cells', () => {
    const text = `${HEADER}/a/b  , FIXED ,   10,   \n\n/c, FIXED, 300\r\n/d, FIXED, 0.0000015,\n/e , MEASURED,  , 0.5`;
    expect([...parseDelayFile(text, 'd.csv')]).toEqual([
      ['/a/b', { kind: 'fixed', delayNs: 10_000_000 }],
      ['/c', { kind: 'fixed', delayNs: 300_000_000 }],
      ['/d', { kind: 'fixed', delayNs: 2 }],
      ['/e', { kind: 'measured', skew: 0.5 }],
    ]);
  });

  it('report every mistake with its place', () => {
    const text =
      'Topic Name, Delay Type, Fixed Delay_ms, Measured Delay Skew\n' +
      'a, FIXED, 1,\n/b, FIXD, 1,\n/c, FIXED, -1,\n/d, MEASURED, 1,\n/e, FIXED, 1,\n/e, FIXED, 1,, x\n';
    try {
      parseDelayFile(text, 'd.csv');
      expect.unreachable();
    } catch (error) {
      const { errors } = error as DescriptionError;
      expect(errors.map((e) => `${e.place.line}:${e.place.column}`)).toEqual([
        ...['1:13', '2:1', '3:5', '4:12', '5:17', '7:1', '7:16'],
      ]);
      expect(errors[2]?.message).toContain('did you mean "FIXED"');
    }
  });

  it('refuse an empty and a missing file', () => {
    expect(() => parseDelayFile('\n', 'd.csv')).toThrow(DescriptionError);
    expect(() => readDelayFile('/nowhere.csv')).toThrow(/cannot be read/);
  });
});
