/** Python programs hear Ctrl-C at the end of a run, and time goes on for each of them while it cleans up. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { orrery } from './orrery_command.js';
import { PYTHON } from './python.js';

const folder = mkdtempSync(join(tmpdir(), 'orrery-ends-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NODE = `
import os, signal, threading, time
import rclpy
rclpy.init()
node = rclpy.create_node('node')
node.create_timer(10.0, lambda: None)
def since(start):
    return round(time.monotonic() - start, 6)
`;

/** A program, and what it prints at the end of its run at 2 s. */
const ENDS: readonly (readonly [what: string, text: string, printed: string])[] = [
  [
    'a sleep while it cleans up',
    'try: rclpy.spin(node)\nexcept KeyboardInterrupt: print(since(0))\nfinally:\n time.sleep(0.5)\n print(since(0))',
    '2.0\n2.5\n',
  ],
  [
    'threads that it waits for',
    "t = threading.Thread(target=lambda: (time.sleep(3), print(since(0))))\nt.start()\ntry: rclpy.spin(node)\nexcept KeyboardInterrupt: t.join()\nprint('joined')",
    '3.0\njoined\n',
  ],
  [
    'a handler in the middle of a sleep',
    "signal.signal(signal.SIGINT, lambda *_: print('heard', since(0)))\ntime.sleep(3)\nprint(since(0))",
    'heard 2.0\n3.0\n',
  ],
  [
    'pause',
    "signal.signal(signal.SIGINT, lambda *_: print('heard'))\nsignal.pause()\nprint('on')",
    'heard\non\n',
  ],
  [
    'an event that only a handler sets',
    'ended = threading.Event()\nsignal.signal(signal.SIGINT, lambda *_: ended.set())\nended.wait()\nprint(since(0))',
    '2.0\n',
  ],
  [
    'SIGTERM after 5 s, and no more after 10 s',
    "for name in ('SIGINT', 'SIGTERM'):\n signal.signal(getattr(signal, name), lambda n, _: print(n, since(0)))\nwhile True:\n time.sleep(4)\n print(since(0))",
    '2 2.0\n4.0\n15 7.0\n8.0\n',
  ],
  [
    'a program that it can start no more',
    "import subprocess, sys\ntry: rclpy.spin(node)\nexcept KeyboardInterrupt:\n try: subprocess.run([sys.executable, '-c', ''])\n except OSError as error: print(error)",
    'the run is over, so that no program can begin\n',
  ],
  [
    'the end of what it has started',
    "import subprocess, sys\nchild = \"import signal, time\\nsignal.signal(signal.SIGTERM, lambda *_: print('heard'))\\ntime.sleep(4)\\nprint('child')\"\np = subprocess.Popen([sys.executable, '-c', child], stdout=subprocess.PIPE, text=True)\ntry: rclpy.spin(node)\nexcept KeyboardInterrupt:\n p.terminate()\n print(p.communicate(timeout=3))",
    "('heard\\nchild\\n', None)\n",
  ],
];

describe.skipIf(PYTHON === undefined)('the end of a run', () => {
  it.each(ENDS)('lets a program have %s', (_what, text, printed) => {
    const file = join(folder, 'program.py');
    writeFileSync(file, NODE + text);
    const words = [file, '--no-record', '--until', '2s'];
    const { stdout, stderr } = orrery(['run', ...words]);
    expect([stdout, stderr]).toEqual([expect.stringContaining(printed), '']);
    expect(stdout.split('\n').slice(0, -3).join('\n')).toBe(printed.trimEnd());
  });
});
