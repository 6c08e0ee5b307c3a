/** Python programs hear Ctrl-C at the end of a run, and time goes on for each of them while it cleans up. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** Logs to files, as many programs do, without closing them; callbacks and the node keep them. */
const CLOSES_NOTHING = `
class Log:
    def __init__(self, name):
        self.name, self.file = name, open(os.path.join(os.path.dirname(__file__), name + '.csv'), 'w')
        node.create_timer(1.5, lambda: self.file.write(f'{name} {since(0)}\\n'))
    def __del__(self):
        print(self.name, since(0))
of_module = Log('of_module')
node.log = Log('of_node')
def hold(log): node.create_timer(0.1, lambda: log)
hold(Log('of_timer'))
rclpy.spin(node)
`;
/** A thread that waits for ever, which keeps its objects. */
const KEEPS = `
def wait(file): threading.Event().wait()
file = open(os.path.join(os.path.dirname(__file__), 'of_thread.csv'), 'w')
threading.Thread(target=wait, args=[file], daemon=True).start()
file.write('of_thread 1.5\\n')
rclpy.spin(node)
`;

const LINGERS =
  /^warning: The program program went on after it was told that the run was over, and was killed\.\n$/;

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
  [
    'the end of what it only waits for',
    "import subprocess, sys\nchild = \"import time\\ntry: time.sleep(99)\\nexcept KeyboardInterrupt: time.sleep(0.5); print('tidy')\"\np = subprocess.Popen([sys.executable, '-c', child])\ntry: rclpy.spin(node)\nexcept KeyboardInterrupt: print(p.wait())",
    'tidy\n0\n',
  ],
  [
    'a moment for what it waits for, which is interrupted, too',
    "import subprocess, sys\nchild = \"import time\\ntry: time.sleep(99)\\nexcept KeyboardInterrupt: time.sleep(0.2); print('tidy')\"\ntry: subprocess.run([sys.executable, '-c', child])\nexcept KeyboardInterrupt: print(since(0))",
    'tidy\n2.0\n',
  ],
  [
    'a program that it started, which only spins: nothing stalls',
    'import subprocess, sys\nnode.destroy_node()\nchild = \'import rclpy; rclpy.init(); node = rclpy.create_node("n")\\ntry: rclpy.spin(node)\\nexcept KeyboardInterrupt: print("spun")\'\np = subprocess.Popen([sys.executable, \'-c\', child])\ntry: p.wait()\nexcept KeyboardInterrupt: print(p.returncode)',
    'spun\n0\n',
  ],
  [
    'a launch, which waits for its processes',
    "import sys\nfrom launch import LaunchDescription, LaunchService\nfrom launch.actions import ExecuteProcess\nchild = \"import time\\ntry: time.sleep(99)\\nexcept KeyboardInterrupt: print('tidy')\"\nservice = LaunchService()\nservice.include_launch_description(LaunchDescription([ExecuteProcess(cmd=[sys.executable, '-c', child], output='screen')]))\nprint(service.run())",
    '[INFO] [python3-1]: process started with pid [4194305]\n[WARNING] [launch]: user interrupted with ctrl-c (SIGINT)\n[python3-1] tidy\n[INFO] [python3-1]: process has finished cleanly [pid 4194305]\n0\n',
  ],
];

/** What happens at the end of a run at 2 s, the exit code, the last line of the report's beginning, what standard error says. */
const MISHAPS: readonly (readonly [
  what: string,
  text: string,
  status: number,
  end: string,
  error: RegExp,
])[] = [
  [
    'an exception',
    "try: rclpy.spin(node)\nexcept KeyboardInterrupt: {}['map']",
    1,
    'Done',
    /ORR_GUEST_EXCEPTION: The program program ended with.*KeyError: 'map'/,
  ],
  [
    'an exception while threads still run',
    "t = threading.Thread(target=lambda: time.sleep(3))\nt.start()\ntry: rclpy.spin(node)\nexcept KeyboardInterrupt: {}['map']",
    1,
    'Done',
    /ORR_GUEST_EXCEPTION.*KeyError: 'map'/,
  ],
  [
    'an exit code',
    'import sys\ntry: rclpy.spin(node)\nexcept KeyboardInterrupt: sys.exit(3)',
    3,
    'Done (exit code 3)',
    /^$/,
  ],
  [
    'a message as exit code',
    "import sys\ntry: rclpy.spin(node)\nexcept KeyboardInterrupt: sys.exit('not saved')",
    1,
    'Done (exit code 1)',
    /^not saved\n$/,
  ],
  [
    'an exit without cleaning up',
    'try: rclpy.spin(node)\nexcept KeyboardInterrupt: os._exit(4)',
    1,
    'Done',
    /ORR_GUEST_DIED.*with exit code 4/,
  ],
  [
    'a crash',
    'try: rclpy.spin(node)\nexcept KeyboardInterrupt: os.kill(os.getpid(), signal.SIGSEGV)',
    1,
    'Done',
    /ORR_GUEST_DIED.*by SIGSEGV/,
  ],
  [
    'a second shutdown, which rclpy refuses',
    'try: rclpy.spin(node)\nexcept KeyboardInterrupt: pass\nrclpy.shutdown()\nrclpy.shutdown()',
    0,
    'Done',
    /rcl_shutdown already called/,
  ],
  [
    'an exit without a goodbye',
    'try: rclpy.spin(node)\nexcept KeyboardInterrupt: os._exit(0)',
    0,
    'Done',
    /^$/,
  ],
  [
    'the default action of SIGTERM',
    'signal.signal(signal.SIGINT, signal.SIG_IGN)\nsignal.signal(signal.SIGTERM, signal.SIG_DFL)\nwhile True: time.sleep(1)',
    0,
    'Done',
    /^$/,
  ],
  [
    'the default action of SIGINT',
    'signal.signal(signal.SIGINT, signal.SIG_DFL)\nrclpy.spin(node)',
    0,
    'Done',
    /^$/,
  ],
  [
    'a handler that shuts down, in place of that of rclpy',
    'signal.signal(signal.SIGINT, lambda *_: print(rclpy.ok()) or rclpy.shutdown())\ntry: rclpy.spin(node)\nexcept rclpy.executors.ExternalShutdownException: pass',
    0,
    'True\nDone',
    /^$/,
  ],
  [
    'a wait without end, whatever it is sent',
    'for name in (signal.SIGINT, signal.SIGTERM): signal.signal(name, signal.SIG_IGN)\nwhile True: time.sleep(1)',
    0,
    'Done',
    LINGERS,
  ],
];

describe.skipIf(PYTHON === undefined)('the end of a run', () => {
  it.each(ENDS)('lets a program have %s', (_what, text, printed) => {
    const file = join(folder, 'program.py');
    writeFileSync(file, NODE + text);
    const words = [file, '--no-record', '--until', '2s'];
    const { stdout, stderr } = orrery(['run', ...words]);
    // Only the warning about what goes on after 10 s.
    expect([stdout, stderr.replace(LINGERS, '')]).toEqual([expect.stringContaining(printed), '']);
    expect(stdout.split('\n').slice(0, -3).join('\n')).toBe(printed.trimEnd());
  });

  it.each(MISHAPS)('judges a program that ends by %s', (_what, text, status, end, error) => {
    const file = join(folder, 'program.py');
    writeFileSync(file, NODE + text);
    const run = orrery(['run', file, '--no-record', '--until', '2s']);
    expect(run.stderr).toMatch(error);
    expect([run.status, run.stdout]).toEqual([status, expect.stringContaining(`${end} after`)]);
  });

  it.skipIf(!existsSync('/dev/full'))('makes a run fail if what a file held back is lost', () => {
    const file = join(folder, 'full.py');
    writeFileSync(file, `${NODE}log = open('/dev/full', 'w')\nlog.write('x')\nrclpy.spin(node)\n`);
    const { stderr, status } = orrery(['run', file, '--no-record', '--until', '1s']);
    expect(stderr).toContain('/dev/full was left open, and what it held back cannot be written: ');
    expect(stderr.match(/was left open/g)).toHaveLength(1);
    expect(status).toBe(120);
  });

  it('completes the files and destroys the objects of a program that closes nothing', () => {
    const names = ['of_module', 'of_node', 'of_timer', 'of_thread'];
    const [file, keeping] = [join(folder, 'program.py'), join(folder, 'keeping.py')];
    writeFileSync(file, NODE + CLOSES_NOTHING);
    writeFileSync(keeping, NODE + KEEPS);
    const words = [file, keeping, '--no-record', '--until', '2s'];
    const { stdout, stderr } = orrery(['run', ...words]);
    const logs = names.map((name) => readFileSync(join(folder, `${name}.csv`), 'utf8'));
    expect([logs, stderr]).toEqual([names.map((name) => `${name} 1.5\n`), '']);
    const destroyed = stdout.split('\n').slice(0, -3).sort();
    expect(destroyed).toEqual(['of_module 2.0', 'of_node 2.0', 'of_timer 2.0']);
  });

  it.each(['exit code 3', "KeyError: 'map'"])(
    'names which of several programs ends by %s',
    (how) => {
      const [bad, good] = [join(folder, 'bad.py'), join(folder, 'good.py')];
      const cleanup = how.startsWith('exit') ? 'raise SystemExit(3)' : "{}['map']";
      writeFileSync(bad, `${NODE}try: rclpy.spin(node)\nexcept KeyboardInterrupt: ${cleanup}`);
      writeFileSync(good, `${NODE}try: rclpy.spin(node)\nexcept KeyboardInterrupt: pass`);
      const run = orrery(['run', bad, good, '--no-record', '--until', '2s']);
      expect(run.stderr).toMatch(new RegExp(`bad.*${how}`));
      expect(run.stderr).not.toContain('good');
      expect(run.status).toBe(1);
    },
  );
});
