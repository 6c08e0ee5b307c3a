/** `signal.alarm` and similar functions raise their signal at a virtual time, and end a program that does not handle it. */
import { describe, expect, it } from 'vitest';
import { orrery, program } from './orrery_command.js';
import { PYTHON } from './python.js';

const SAID = `signal SIGALRM 1.0
slept 3.0
0 60
signal SIGALRM 3.5
signal SIGALRM 3.75
signal SIGALRM 4.0
[0.15, 0.25] 4
signal SIGALRM 4.25
paused until 4.25
signal SIGUSR1 4.25
after usr1
late 6.25
Failed after 6.750 s of virtual time`;

describe.skipIf(PYTHON === undefined)('alarms of Python programs', () => {
  it('arrive in virtual time', () => {
    const { stdout, stderr, status } = orrery(['run', program('alarms.py'), '--no-record']);
    expect(stdout.slice(0, SAID.length), stderr).toBe(SAID);
    expect(stderr).toContain('ORR_GUEST_DIED: The program alarms died by SIGALRM');
    expect(status).toBe(1);
  });
});
