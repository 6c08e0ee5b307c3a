/** Programs that Python programs start: each is a program of its own, with names, nodes and an end of its own. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { temporaryDirectory } from './orrery_command.js';
import { PYTHON } from './python.js';

/** Starts a program that prints the word; both of two such programs call theirs the same. */
const PRINTS = (word: string) => `import subprocess, sys
print('${word}', subprocess.check_output([sys.executable, '-c', 'import time; time.sleep(1); print("${word}")']))
`;

const NODE_AFTER_A_WAIT = `import subprocess, sys, time
import rclpy
child = 'import time, rclpy; rclpy.init(); node = rclpy.create_node("child"); time.sleep(3)'
process = subprocess.Popen([sys.executable, '-c', child])
time.sleep(1)
rclpy.init()
node = rclpy.create_node('parent')
print(node.get_node_names())
process.wait()
print(node.get_node_names())
`;

const INTERRUPTED = `import subprocess, sys
try:
    subprocess.run([sys.executable, '-c', 'import time; time.sleep(100)'])
except KeyboardInterrupt:
    print('interrupted')
`;

/** A process waits for a queue that nobody fills, and its parent for another one. */
const DEADLOCK = `import multiprocessing


def wait(queue):
    queue.get()


if __name__ == '__main__':
    process = multiprocessing.Process(target=wait, args=(multiprocessing.Queue(),))
    process.start()
    multiprocessing.Queue().get()
`;

const WORKER = `import multiprocessing, time
import rclpy


def work(queue):
    while True:
        time.sleep(1)
        queue.put(time.time())


rclpy.init()
queue = multiprocessing.Queue()
multiprocessing.Process(target=work, args=(queue,), daemon=True).start()
multiprocessing.Pool(2)
node = rclpy.create_node('listens')
node.create_timer(1.5, lambda: print(queue.get()))
try:
    rclpy.spin(node)
except KeyboardInterrupt:
    print('interrupted')
`;

/** The process of the manager ignores the end of the run, and is killed. */
const MANAGER = `import multiprocessing, time

if __name__ == '__main__':
    with multiprocessing.Manager() as manager:
        print(manager.list([1]))
        time.sleep(100)
`;

function run(programs: Readonly<Record<string, string>>, ...words: readonly string[]) {
  const folder = temporaryDirectory();
  const files = Object.entries(programs).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return name;
  });
  return orrery(['run', ...files, '--no-record', ...words], { cwd: folder });
}

/** Starts a process while other programs were told to run at the same instant. */
const STARTS_AT_1_S = `import multiprocessing
import rclpy


def work(queue):
    queue.put('done')


def tick():
    queue = multiprocessing.Queue()
    process = multiprocessing.Process(target=work, args=(queue,))
    process.start()
    print(queue.get())
    process.join()


rclpy.init()
node = rclpy.create_node('starts')
node.create_timer(1.0, tick)
rclpy.spin(node)
`;

/** Prints how often it was called, and when. */
const COUNTS = (name: string) => `import itertools
import rclpy
rclpy.init()
node = rclpy.create_node('${name}')
count = itertools.count(1)
node.create_timer(1.0, lambda: print('${name}', next(count), node.get_clock().now().nanoseconds))
rclpy.spin(node)
`;

describe.skipIf(PYTHON === undefined)('programs that Python programs start', () => {
  it.each(['run', 'sys'])(
    'do not make the run fail by exit codes that their parent takes (%s)',
    (how) => {
      const code =
        how === 'run'
          ? `print(subprocess.run([sys.executable, '-c', 'import sys; sys.exit(3)']).returncode)`
          : `subprocess.Popen([sys.executable, '-c', 'import sys, time\\ntry: time.sleep(9)\\nexcept BaseException: sys.exit(3)'])\nimport time; time.sleep(9)`;
      const files = { 'a.py': `import subprocess, sys\n${code}\n`, 'b.py': "print('b')\n" };
      const { status, stderr } = run(files, '--until', '2s');
      expect([status, stderr]).toEqual([0, '']);
    },
  );

  it('belong to the one that started them, whatever they are called', () => {
    const { stdout, stderr } = run({ 'a.py': PRINTS('one'), 'b.py': PRINTS('two') });
    expect(stdout, stderr).toMatch(/^one b'one\\n'\ntwo b'two\\n'\n/);
  });

  it('do not take nodes with them that their parent has made since', () => {
    const { stdout } = run({ 'a.py': NODE_AFTER_A_WAIT });
    expect(stdout).toMatch(/^\['child', 'parent'\]\n\['parent'\]\n/);
  });

  it('end with their parent, which is interrupted', () => {
    const { stdout, stderr } = run({ 'a.py': INTERRUPTED }, '--until', '2s');
    expect(stdout, stderr).toMatch(/^interrupted\n/);
    expect(stderr).not.toContain('Traceback');
  });
});

describe.skipIf(PYTHON === undefined)('processes of multiprocessing', () => {
  it('may begin while other programs compute at the same instant', () => {
    const files = { 'a.py': STARTS_AT_1_S, 'b.py': COUNTS('b'), 'c.py': COUNTS('c') };
    const { stdout, stderr } = run(files, '--until', '2s');
    const said = stdout.split('\n').filter((line) => /^[bc] /.test(line));
    expect(said, stderr).toEqual([
      ...['b 1 1000000000', 'c 1 1000000000', 'b 2 2000000000', 'c 2 2000000000'],
    ]);
  });

  it('are named when all of them wait', () => {
    const { stderr } = run({ 'a.py': DEADLOCK });
    expect(stderr).toMatch(/ORR_STALLED: .* a waits for data or a lock of another process\./);
    expect(stderr).toMatch(/ORR_STALLED: .* Process-1 waits for data or a lock/);
  });

  it('leave no folder that the next run would find', () => {
    for (let i = 0; i < 2; i++) {
      const { stdout, stderr } = run(
        { 'a.py': MANAGER },
        '--until',
        '2s',
        '--strict',
        '--seed',
        '7',
      );
      expect(stdout, stderr).toMatch(/^\[1\]\n/);
      expect(stderr).not.toContain('ORR_GUEST_STRICT');
    }
  });

  it.each([
    [
      "print('imported')\n        raise OSError('no file')",
      /^imported\n1\nDone/,
      /line 5, in <module>\n.*\nOSError: no file\n$/,
    ],
    ['sys.exit(3)', /^3\nDone/, /^$/],
    ["sys.exit('no file')", /^1\nDone/, /^no file\n$/],
    // It does not find what it is to call.
    ['del work', /^1\nDone/, /AttributeError: .*'work'.*\n$/],
  ])('that end before they begin say why: %s', (text, printed, said) => {
    const program = `import multiprocessing, sys
def work(): pass
if __name__ != '__main__':
        ${text}
else:
    process = multiprocessing.get_context('spawn').Process(target=work)
    process.start()
    process.join()
    print(process.exitcode)
`;
    const { stdout, stderr } = run({ 'a.py': program }, '--until', '1s');
    expect([stdout, stderr]).toEqual([expect.stringMatching(printed), expect.stringMatching(said)]);
  });

  it('end silently with the run', () => {
    const { stdout, stderr } = run({ 'a.py': WORKER }, '--until', '4s');
    expect(stdout, stderr).toMatch(/^1\.0\n2\.0\ninterrupted\nDone after 4\.000 s/);
    expect(stderr).toBe('');
  });
});
