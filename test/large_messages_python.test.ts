/** Large messages of Python programs take another path than small ones, and arrive unchanged. */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { orrery, program } from './orrery_command.js';
import { PYTHON } from './python.js';

describe.skipIf(PYTHON === undefined)('large messages of Python programs', () => {
  it('arrive as they were published, and leave no memory behind', () => {
    const before = readdirSync('/dev/shm');
    const { stdout, stderr, status } = orrery(['run', program('large_messages.py'), '--no-record']);
    expect(stdout, stderr).toContain('all 40 are as they were published');
    expect(status).toBe(0);
    expect(readdirSync('/dev/shm').filter((name) => !before.includes(name))).toEqual([]);
  });
});
