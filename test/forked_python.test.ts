/** A forked copy of a Python program does not speak in the program's name, and does not keep its pipe open. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { temporaryDirectory } from './orrery_command.js';
import { PYTHON } from './python.js';

const HEAD = `import multiprocessing, os, signal, sys, threading, time
import rclpy
from std_msgs.msg import Int32

rclpy.init()
node = rclpy.create_node('forks')
publisher = node.create_publisher(Int32, 'numbers', 10)
`;

const COPIES = `${HEAD}
node.create_subscription(Int32, 'numbers', lambda message: print('heard', message.data), 10)
ticks = 0


def work(queue):
    queue.put(sum(range(100)))


def copy():
    print('in the copy')
    time.sleep(100)
    thread = threading.Thread(target=lambda: print('in a thread of the copy'))
    thread.start()
    thread.join()
    try:
        publisher.publish(Int32(data=9))
    except RuntimeError as error:
        print(error)
    sys.stdout.flush()
    os._exit(7)


def tick():
    global ticks
    ticks += 1
    if ticks == 2:
        raise SystemExit
    publisher.publish(Int32(data=1))
    print('published')
    pid = os.fork()
    if pid == 0:
        copy()
    print('status', os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
    queue = multiprocessing.Queue()
    process = multiprocessing.Process(target=work, args=(queue,))
    process.start()
    print('sum', queue.get())
    process.join()


node.create_timer(1.0, tick)
rclpy.spin(node)
`;

/** The data in the pipe comes from another thread. */
const PIPES = `import os, threading, time

reading, writing = os.pipe()


def write():
    time.sleep(1)
    os.write(writing, b'x')


threading.Thread(target=write).start()
start = time.monotonic()
print(os.read(reading, 1), time.monotonic() - start)
`;

/** Work in processes takes no virtual time, however long it takes in reality, and whoever waits for it waits. */
const POOLS = `${HEAD}
from concurrent.futures import ProcessPoolExecutor


def work(number):
    return number if sum(range(300_000)) else 0


def wait(queue, lock, event):
    with lock:
        number = queue.get()
    event.wait()
    os._exit(number)


asked, seen = [], []


def tick():
    seen.append(sum(each.done() if hasattr(each, 'done') else each.ready() for each in asked))
    asked.append(executor.submit(work, len(asked)))
    asked.append(pool.apply_async(work, (len(asked),)))
    if len(seen) == 4:
        print('done', seen, asked[-1].get(timeout=1), asked[-2].result(timeout=1))
        executor.shutdown()
        pool.close()
        pool.join()
        raise SystemExit


with multiprocessing.Pool(2) as pool:
    print('squares', pool.map(abs, range(-5, 0)), sorted(pool.imap_unordered(abs, [-7, -6])))
queue, lock, event = multiprocessing.Queue(), multiprocessing.RLock(), multiprocessing.Event()
process = multiprocessing.Process(target=wait, args=(queue, lock, event))
process.start()
queue.put(7)
event.set()
process.join()
semaphore = multiprocessing.Semaphore(0)
threading.Timer(3, semaphore.release).start()
start = time.monotonic()
print('left', process.exitcode, semaphore.acquire(timeout=2), semaphore.acquire(), time.monotonic() - start)
executor, pool = ProcessPoolExecutor(2), multiprocessing.Pool(2)
node.create_timer(0.1, tick)
rclpy.spin(node)
`;

/** Commands outside of the run, awaited by a program that has a process within it. */
const COMMANDS = `import asyncio, os, subprocess, threading, time
from concurrent.futures import ProcessPoolExecutor

SHELL = 'sh', '-c', 'sleep 0.1; echo said >&2'


def signal_parent(number):
    return os.kill(os.getppid(), number)


async def hear(**options):
    process = await asyncio.create_subprocess_exec(*SHELL, **options)
    print('asyncio', await process.communicate(), process.returncode)


if __name__ == '__main__':
    with ProcessPoolExecutor(1) as pool:
        print(pool.submit(abs, -3).result())
        print('run', subprocess.run(SHELL).returncode)
        print('parent', pool.submit(os.getppid).result() == os.getpid(), pool.submit(signal_parent, 0).result(),
              repr(pool.submit(signal_parent, 12).exception()))
    asyncio.run(hear(stderr=asyncio.subprocess.PIPE))
    asyncio.run(hear())
    reading, writing = os.pipe()
    process = subprocess.Popen(['sh', '-c', f'sleep 0.1; echo hi >&{writing}'], pass_fds=[writing])
    os.close(writing)
    print('pipe', os.read(reading, 10), process.wait(), time.monotonic())
`;

/** A process of a launch that waits for something that never comes. */
const BLOCKED = `import os
from launch import LaunchDescription, LaunchService
from launch.actions import ExecuteProcess, LogInfo, TimerAction

os.mkfifo('nobody')
service = LaunchService(argv=[])
service.include_launch_description(LaunchDescription([
    ExecuteProcess(cmd=['sh', '-c', 'echo $$ > reader; exec cat nobody']),
    TimerAction(period=2.0, actions=[LogInfo(msg='two seconds')]),
]))
service.run()
`;

/** A copy that outlives the program, in a session of its own. */
const SURVIVOR = `${HEAD}

def tick():
    pid = os.fork()
    if pid == 0:
        os.setsid()
        null = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(null, descriptor)
        signal.pause()
    with open('survivor', 'w') as file:
        file.write(str(pid))
    os.kill(os.getpid(), signal.SIGKILL)


node.create_timer(1.0, tick)
rclpy.spin(node)
`;

function run(code: string) {
  const folder = temporaryDirectory();
  const file = join(folder, 'forks.py');
  writeFileSync(file, code);
  const words = ['run', file, '--no-record', '--until', '5s'];
  return { ...orrery(words, { cwd: folder }), folder };
}

/** A process that was killed but not yet reaped by the first process of the system does not count as running. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return /^[^Z\s]/.test(stdout);
}

describe.skipIf(PYTHON === undefined)('copies of a Python program', () => {
  it('draw other random numbers than their parent and its other copies, the same in every run', () => {
    const program = `import os, random, tempfile, uuid
names = tempfile._get_candidate_names()
def draw(who): print(who, uuid.uuid4(), random.random(), random.Random().random(), next(tempfile._get_candidate_names()), flush=True)
draw('before')
for i in range(2):
    if os.fork() == 0:
        draw(f'copy{i}')
        if os.fork() == 0:
            draw(f'copy{i}.0')
            os._exit(0)
        os.wait()
        os._exit(0)
    os.wait()
draw('after')
`;
    const folder = temporaryDirectory();
    writeFileSync(join(folder, 'a.py'), program);
    const drawn = () =>
      orrery(['run', 'a.py', '--no-record', '--until', '1s'], { cwd: folder })
        .stdout.split('\n')
        .filter((line) => /^(before|copy|after)/.test(line))
        .sort();
    const first = drawn();
    expect(first).toHaveLength(6);
    expect(new Set(first.flatMap((line) => line.split(' ').slice(1))).size).toBe(6 * 4);
    expect(drawn()).toEqual(first);
  });

  it('do not speak in its name', () => {
    const { stdout, stderr } = run(COPIES);
    const lines = stdout.split('\n');
    for (const once of [
      'in the copy',
      'in a thread of the copy',
      'published',
      'status 7',
      'sum 4950',
    ]) {
      expect(
        lines.filter((line) => line === once),
        once,
      ).toHaveLength(1);
    }
    expect(lines.filter((line) => line.startsWith('heard'))).toEqual(['heard 1']);
    expect(stdout).toContain('only the program itself can use ROS');
    expect(stderr).toMatch(/leak process: os\.fork at .*forks\.py:38:/);
  });

  it('are not needed to end a wait for a pipe whose other end a thread may have', () => {
    expect(run(PIPES).stdout).toMatch(/^b'x' 1\.0\n/);
  });

  it('work in pools without virtual time', () => {
    const { stdout, stderr } = run(POOLS);
    const lines = [
      'squares [5, 4, 3, 2, 1] [6, 7]',
      'left 7 False True 3.0',
      'done [0, 2, 4, 6] 7 6',
    ];
    for (const line of lines) expect(stdout, stderr).toContain(line);
    expect(stderr).not.toContain('ORR_');
    expect(stderr).not.toContain('Traceback');
  });

  it('let their parent hear commands outside of the run, and signal nobody in its place', () => {
    const { stdout, stderr } = run(COMMANDS);
    const lines = stdout.split('\n').filter((line) => /^(run|parent|asyncio|pipe)/.test(line));
    expect(lines, stderr).toEqual([
      'run 0',
      "parent True None PermissionError(1, 'Operation not permitted')",
      "asyncio (None, b'said\\n') 0",
      'asyncio (None, None) 0',
      "pipe b'hi\\n' 0 0.0",
    ]);
  });

  it('may be waited for in a launch while virtual time passes', async () => {
    const { stdout, stderr, folder } = run(BLOCKED);
    expect(stdout + stderr).toContain('two seconds');
    expect(stdout).toContain('Done after 5.000 s');
    const reader = Number(readFileSync(join(folder, 'reader'), 'utf8'));
    await expect.poll(() => isRunning(reader), { timeout: 170_000 }).toBe(false);
  });

  it('do not hide the death of the program', () => {
    const { stderr, folder } = run(SURVIVOR);
    process.kill(Number(readFileSync(join(folder, 'survivor'), 'utf8')), 'SIGKILL');
    expect(stderr).toMatch(/ORR_GUEST_DIED: The program forks died .* by SIGKILL/);
  });
});
