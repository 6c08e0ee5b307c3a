/** Python programs that wait for the lock of a file, or for data from a terminal. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { temporaryDirectory } from './orrery_command.js';
import { PYTHON } from './python.js';

/** Two such programs have the lock in turns. */
const LOCKED = `import fcntl, sys, time

with open('lock', 'w') as file:
    for number in range(2):
        LOCK(file, fcntl.LOCK_EX)
        print(sys.argv[0][-4], round(time.monotonic(), 9))
        time.sleep(0.3)
        LOCK(file, fcntl.LOCK_UN)
        time.sleep(0.001)
`;

/** As packages such as `filelock` take locks; the second program is the faster one. */
const TRIED = `import fcntl, sys, time

time.sleep(1)
for number in range(WORK):
    pass
with open('lock', 'w') as file:
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except BlockingIOError:
            time.sleep(0.05)
    print(sys.argv[0][-4], round(time.monotonic(), 9))
    time.sleep(0.3)
`;

/** A device behind a terminal, as drivers of serial ports are tested. */
const TERMINAL = `import os, pty, threading, time, tty

device, port = pty.openpty()
tty.setraw(port)


def serve():
    while True:
        text = os.read(device, 100)
        time.sleep(0.1)
        os.write(device, b'ack ' + text)


threading.Thread(target=serve, daemon=True).start()
for number in range(2):
    os.write(port, b'hello')
    print(os.read(port, 100), time.monotonic())
`;

const folder = temporaryDirectory();

function run(programs: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(folder, name), text);
  const words = ['run', ...Object.keys(programs), '--until', '4s', '--no-record'];
  const { status, stdout } = orrery(words, { cwd: folder });
  return { status, said: stdout.split('\nDone')[0] };
}

describe.skipIf(PYTHON === undefined)('threads of Python programs go on', () => {
  it.each(['flock', 'lockf'])(
    'while a program waits for a file that another has locked: %s',
    (lock) => {
      const text = LOCKED.replaceAll('LOCK(', `fcntl.${lock}(`);
      const { status, said } = run({ 'a.py': text, 'b.py': text });
      expect({ status, said }).toEqual({ status: 0, said: 'a 0.0\nb 0.3\na 0.601\nb 0.901' });
    },
  );

  it('and the first of an instant gets a lock that both try to get, however slow it is', () => {
    const [slow, fast] = ['3_000_000', '0'].map((work) => TRIED.replace('WORK', work));
    const { status, said } = run({ 'a.py': slow!, 'b.py': fast! });
    expect({ status, said }).toEqual({ status: 0, said: 'a 1.0\nb 1.3' });
  });

  it('while one reads from a terminal', () => {
    const { status, said } = run({ 'terminal.py': TERMINAL });
    expect({ status, said }).toEqual({
      status: 0,
      said: "b'ack hello' 0.1\nb'ack hello' 0.2",
    });
  });
});
