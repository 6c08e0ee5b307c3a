/** Python programs that wait for the lock of a file, or for data from a terminal. */
import { rmSync, writeFileSync } from 'node:fs';
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

/** A simulated device in a program of its own, and its driver, which waits as pyserial does. */
const DEVICE = `import os, pty, select, time, tty

device, port = pty.openpty()
tty.setraw(device)
os.symlink(os.ttyname(port), 'port')
for pause in 0.5, 1.25:
    time.sleep(pause)
    os.write(device, b'at %.2f' % time.monotonic())
while True:
    text = os.read(device, 100)
    time.sleep(0.1)
    os.write(device, b'ack ' + text)
`;
const DRIVER = `import os, select, time

time.sleep(0.2)
port = os.open('port', os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
os.set_blocking(port, True)


class Timeout:
    now = time.monotonic


def read(seconds):
    ready, _, _ = select.select([port], [], [], seconds)
    print(os.read(port, 100) if ready else 'nothing', round(Timeout().now(), 6))


read(1)
read(1)
read(1)
for text in b'one', b'two':
    os.write(port, text)
    read(None)
`;

/** The reader of a named pipe, as a text, as bytes, and by its descriptor; then of one that nobody writes. */
const READER = `import os, pathlib, time

for name in 'pipe', 'nobody':
    os.mkfifo(name)


def say(*what):
    print('reader', *what, round(time.monotonic(), 6))


with open('pipe') as pipe:
    say('opens')
    for line in pipe:
        say(line.strip())
say(pathlib.Path('pipe').read_bytes())
descriptor = os.open('pipe', os.O_RDONLY)
say('opens')
say(os.read(descriptor, 10), os.read(descriptor, 10))
open('nobody')
`;
const WRITER = `import os, threading, time

ticks = []


def tick():
    while True:
        time.sleep(0.1)
        ticks.append(time.monotonic())


threading.Thread(target=tick, daemon=True).start()
time.sleep(0.5)
with open('pipe', 'w') as pipe:
    for number in range(2):
        time.sleep(0.25)
        print('line', number, file=pipe, flush=True)
time.sleep(0.5)
with open('pipe', 'wb') as pipe:
    pipe.write(b'bytes')
time.sleep(0.1)
descriptor = os.open('pipe', os.O_WRONLY)
print('writer opens', round(time.monotonic(), 6))
time.sleep(0.35)
os.write(descriptor, b'end')
os.close(descriptor)
print('writer', len(ticks))
`;

/** Types keys for a program that reads them one by one from its terminal, as keyboard teleops do. */
const KEYBOARD = `import os, pty, subprocess, sys, time

keyboard, terminal = pty.openpty()
program = subprocess.Popen([sys.executable, 'teleop.py'], stdin=terminal)
os.close(terminal)
for pause, key in (1, b'i'), (0.5, b'k'), (0.25, b'q'):
    time.sleep(pause)
    os.write(keyboard, key)
print('ended with', program.wait(), time.monotonic())
`;
const TELEOP = `import select, sys, termios, time, tty

settings = termios.tcgetattr(sys.stdin)
key = ''
while key != 'q':
    tty.setraw(sys.stdin.fileno())
    ready, _, _ = select.select([sys.stdin], [], [], 0.9) if key == '' else ([sys.stdin], [], [])
    key = sys.stdin.read(1) if ready else ''
    termios.tcsetattr(sys.stdin, termios.TCSADRAIN, settings)
    print(repr(key), round(time.monotonic(), 6), sys.stdin.isatty())
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

  it('while one waits for the terminal of another, and both hear each other at once', () => {
    const { status, said } = run({ 'device.py': DEVICE, 'driver.py': DRIVER });
    expect({ status, said }).toEqual({
      status: 0,
      said: [
        "b'at 0.50' 0.5\nnothing 1.5\nb'at 1.75' 1.75",
        "b'ack one' 1.85\nb'ack two' 1.95",
      ].join('\n'),
    });
  });

  it.each([['reader.py'], ['writer.py']])(
    'while a program opens a named pipe that another has yet to open; %s is first',
    (first) => {
      rmSync(join(folder, 'pipe'), { force: true });
      rmSync(join(folder, 'nobody'), { force: true });
      const programs = { [first]: '', 'reader.py': READER, 'writer.py': WRITER };
      const { status, said } = run(programs);
      expect({ status, said: said?.split('\n').sort() }).toEqual({
        status: 0,
        said: [
          "reader b'bytes' 1.5",
          "reader b'end' b'' 1.95",
          'reader line 0 0.75',
          'reader line 1 1.0',
          'reader opens 0.5',
          'reader opens 1.6',
          'writer 19',
          'writer opens 1.6',
        ],
      });
    },
  );

  it('while a program waits for the keys that another one types', () => {
    writeFileSync(join(folder, 'teleop.py'), TELEOP);
    const { status, said } = run({ 'keyboard.py': KEYBOARD });
    expect({ status, said }).toEqual({
      status: 0,
      said: [
        "'' 0.9 True",
        "'i' 1.0 True",
        "'k' 1.5 True",
        "'q' 1.75 True",
        'ended with 0 1.75',
      ].join('\n'),
    });
  });
});
