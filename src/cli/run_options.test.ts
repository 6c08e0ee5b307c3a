import { expect, it } from 'vitest';
import { type CommonRunOptions, systemOptionsOf } from './run_options.js';

const settings = (messageLimit: string) => systemOptionsOf({ messageLimit } as CommonRunOptions);

it('a message limit is a whole number above 0', () => {
  expect(settings('9000').messageLimit).toBe(9000);
  for (const text of ['0', '-1', '1.5', '1e6', '10MB', '']) {
    expect(() => settings(text)).toThrow(
      expect.objectContaining({
        code: 'ORR_NUMBER',
        message: `--message-limit needs a whole number above 0, not "${text}".`,
      }),
    );
  }
});
