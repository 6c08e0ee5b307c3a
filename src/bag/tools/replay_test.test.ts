import { describe, expect, it } from 'vitest';
import { replayTest } from '../index.js';

describe('replayTest', () => {
  const test = {
    title: 'it\'s "frozen"',
    record: ['../relay.js', '--topics', '/answer'],
    rosArgs: ['-p', 'a:=1'],
    digest: undefined,
    tolerances: ['--absolute', '0.1'],
  };

  it('is a script for Jest and a module for the others', () => {
    const script = replayTest({ ...test, runner: 'jest', digest: 'abc' });
    expect(() => new Function('require', '__dirname', 'test', script)).not.toThrow();
    expect(script).toContain('test("it\'s \\"frozen\\"", ');
    for (const [runner, module] of [
      ['node', 'node:test'],
      ['vitest', 'vitest'],
    ] as const) {
      const text = replayTest({ ...test, runner });
      expect(text).toContain(`import { test } from '${module}';`);
      expect(text).toContain('"--ros-args", "-p", "a:=1"');
      expect(text).toContain('actual, "--absolute", "0.1"');
    }
  });
});
