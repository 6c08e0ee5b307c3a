/**
 * A table of ways in which Python programs fail: each failure is named with node, file and line, the run continues,
 * and nothing is left over.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { COMMAND } from './orrery_command.js';
import { PYTHON } from './python.js';

const folder = mkdtempSync(join(tmpdir(), 'orrery-failures-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The head of the programs; line 7 is the first line of each program itself. */
const NODE = `import os, signal, sys, threading, time
import rclpy
rclpy.init()
node = rclpy.create_node('victim')
def at(callback): node.create_timer(0.1, callback); rclpy.spin(node)

`;

const IN_CALLBACK = (name: string) =>
  `in timer [\\d.]+ ms of /victim, ${name}\\.py:7 \\(.*\\), at 0\\.100 s`;
const RAISES = (name: string, what: string) =>
  `ended ${IN_CALLBACK(name)} with an exception that nothing handled: ${what}`;

const EXITS = (at: number, code: number) =>
  `ended at ${at.toFixed(3)} s of virtual time with exit code ${code}`;

/** Name, code after the head, and how the end is described. */
const WAYS: readonly (readonly [string, string, string])[] = [
  ['exit', 'sys.exit(3)', EXITS(0, 3)],
  ['exit_words', 'sys.exit("no camera")', EXITS(0, 1)],
  ['exit_callback', 'at(lambda: sys.exit(4))', EXITS(0.1, 4)],
  ['exit_hard', 'at(lambda: os._exit(7))', `died ${IN_CALLBACK('exit_hard')} with exit code 7`],
  ['abort', 'at(lambda: os.abort())', `died ${IN_CALLBACK('abort')} by SIGABRT`],
  ['killed', 'at(lambda: os.kill(os.getpid(), 9))', `died ${IN_CALLBACK('killed')} by SIGKILL`],
  [
    'crash',
    'at(lambda: __import__("ctypes").string_at(0))',
    `died ${IN_CALLBACK('crash')} by SIGSEGV`,
  ],
  ['raises', 'at(lambda: 1 / 0)', RAISES('raises', 'ZeroDivisionError: division by zero')],
  [
    'hook',
    'sys.excepthook = lambda *about: print("hook of", about[0].__name__, file=sys.stderr); at(lambda: 1 / 0)',
    RAISES('hook', 'ZeroDivisionError: division by zero'),
  ],
  [
    'recursion',
    'def deep(n=0): return deep(n + 1) + 1\nat(deep)',
    RAISES('recursion', 'RecursionError: maximum recursion depth exceeded'),
  ],
  ['memory', 'at(lambda: bytearray(1 << 55))', RAISES('memory', 'MemoryError')],
  [
    'syntax',
    'def f(:',
    'ended with an exception that nothing handled: SyntaxError: invalid syntax',
  ],
  [
    'import_known',
    'import evdev',
    "imports a module that is not installed: ModuleNotFoundError: No module named 'evdev' \\(install it with: python3 -m pip install evdev\\)",
  ],
  [
    'import_unknown',
    'import no_such_module',
    "imports a module that is not installed: ModuleNotFoundError: No module named 'no_such_module'",
  ],
  [
    'deadlock',
    'lock = threading.Lock(); lock.acquire(); lock.acquire()',
    'waits forever: no thread can ever go on\\. MainThread waits at .*deadlock\\.py:7 for',
  ],
  [
    'flood',
    'def flood():\n  while True: print("x" * 1_000_000)\nat(flood)',
    `has printed more than 16777216 bytes ${IN_CALLBACK('flood')} without waiting once`,
  ],
  [
    'flood_errors',
    'def flood():\n  while True: print("x" * 1_000_000, file=sys.stderr)\nat(flood)',
    `has printed more than 16777216 bytes ${IN_CALLBACK('flood_errors')} without waiting once`,
  ],
  [
    'flood_raw',
    'def flood():\n  while True: os.write(1, b"x" * 1_000_000)\nat(flood)',
    `has printed more than 16777216 bytes ${IN_CALLBACK('flood_raw')} without waiting once`,
  ],
  // Only native code reaches the descriptors of Orrery by number, and Python only if it knows where to look.
  [
    'closes',
    'at(lambda: [__import__("ctypes").CDLL(None).close(number) for number in range(200, 300)])',
    `died ${IN_CALLBACK('closes')} `,
  ],
  [
    'junk',
    'at(lambda: os.write(sys.modules["orrery_guest.guest"].guest._channel.writing, b"junk" * 99))',
    'does not keep to the guest protocol: a frame of 1802401130 bytes is larger than the limit',
  ],
];

/** Processes that still have this word in their command line. */
function processesWith(word: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'latin1').includes(word);
      } catch {
        return false;
      }
    })
    .map(Number);
}

function file(name: string, code: string): string {
  const path = join(folder, `${name}.py`);
  writeFileSync(path, NODE + code);
  return path;
}

describe.skipIf(PYTHON === undefined)('Python programs that fail', () => {
  it('are each named in one run, which continues', { timeout: 300_000 }, () => {
    const launch = join(folder, 'all.launch.xml');
    const processes = WAYS.map(
      ([name, code]) => `<executable cmd="python3 ${file(name, code)}" name="${name}"/>`,
    );
    writeFileSync(launch, `<launch>${processes.join('')}</launch>`);
    const temporary = join(folder, 'tmp');
    mkdirSync(temporary);
    const { stderr } = spawnSync(
      process.execPath,
      [COMMAND, 'launch', launch, '--until', '1s', '--record', join(folder, 'record')],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'ignore', 'pipe'],
        maxBuffer: 1 << 28,
        env: { ...process.env, TMPDIR: temporary },
      },
    );
    const said = stderr.split('\n').filter((line) => line.startsWith('error ORR_PROCESS_DIED'));
    for (const [name, , how] of WAYS) {
      expect(said.join('\n')).toMatch(new RegExp(`The (program ${name}|process "${name}") ${how}`));
    }
    expect(said).toHaveLength(WAYS.length);
    expect(stderr).toContain('hook of ZeroDivisionError');
    expect(readdirSync(temporary)).toEqual([]);
    if (existsSync('/proc/self')) expect(processesWith(folder)).toEqual([]);
    const { stdout } = orrery(['bag', 'info', join(folder, 'record')]);
    expect(stdout).toMatch(/Messages: +\d\d/);
  });

  it('have said what they printed and published at the instant of their end', () => {
    const HEARS =
      'from std_msgs.msg import String\nnode.create_subscription(String, "/last", lambda m: print("heard", m.data), 9)\nrclpy.spin(node)';
    const ends = ['os._exit(0)', 'os._exit(7)', 'os.abort()', 'os.kill(os.getpid(), 9)'];
    const programs = ends.map((end, i) =>
      file(
        `ends_${i}`,
        `from std_msgs.msg import String\npublisher = node.create_publisher(String, "/last", 9)\ndef end():\n  print("printed ${i}"); publisher.publish(String(data="${i}")); ${end}\nat(end)`,
      ),
    );
    const launch = join(folder, 'ends.launch.xml');
    const cmd = (path: string) => `<executable cmd="python3 ${path}" output="screen"/>`;
    const all = [file('hears', HEARS), ...programs].map(cmd).join('');
    writeFileSync(launch, `<launch>${all}</launch>`);
    const { stdout, stderr } = orrery(['launch', launch, '--no-record', '--until', '1s']);
    for (const i of ends.keys()) {
      expect(stdout, stderr).toContain(`printed ${i}`);
      expect(stdout).toContain(`heard ${i}`);
    }
    // The first one ends like any other program.
    expect(stderr.match(/ORR_PROCESS_DIED/g)).toHaveLength(ends.length - 1);
    expect(stderr).not.toContain('ends_0 died');
  });

  it("and have a thread that never waits end at the run's wall limit", () => {
    const code =
      'def search():\n  while True: pass\nthreading.Thread(target=search, name="finder").start()';
    const path = file('thread', code);
    const { stderr, status } = orrery(['run', path, '--no-record', '--wall-limit', '1s']);
    expect(stderr).toMatch(
      /ORR_WALL_LIMIT: .*the program thread ran on without waiting .* at thread\.py:8 \(search\) in the thread finder/,
    );
    expect(stderr).toContain(`File "${path}", line 8, in search`);
    expect(status).toBe(125);
  });

  it('and never stop end at the first Ctrl-C', async () => {
    const marker = join(folder, 'looping');
    const code = `def search():\n  open(${JSON.stringify(marker)}, 'w').close()\n  while True: pass\nat(search)`;
    const run = spawn(process.execPath, [COMMAND, 'run', file('endless', code), '--no-record']);
    let stderr = '';
    run.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    while (!existsSync(marker)) await new Promise((resolve) => setTimeout(resolve, 20));
    run.kill('SIGINT');
    const status = await new Promise((resolve) => run.once('close', resolve));
    expect(stderr).toMatch(
      /ORR_RUN_INTERRUPTED: .*the program endless ran on .* it was ended at endless\.py:9 \(search\)/,
    );
    expect(status).toBe(130);
  });

  it.skipIf(!existsSync('/proc/self'))(
    'and never stop end when Orrery is killed',
    { timeout: 180_000 },
    async () => {
      // The third is a copy made by the interpreter, and has its command line.
      const names = ['one', 'two', 'three'];
      const pidOf = (name: string) => join(folder, `pid_${name}`);
      // Each search lowers its priority, since nobody waits for that: a file is written by one program after the other.
      const files = names.map((name) => {
        const said = `open(${JSON.stringify(pidOf(name))}, 'w').write(os.readlink('/proc/self'))`;
        const search = 'def search():\n  os.nice(1)\n  while True: pass\nat(search)';
        return file(`orphan_${name}`, `${said}\n${search}`);
      });
      const wait = async (isDone: () => boolean) => {
        for (const until = Date.now() + 80_000; !isDone() && Date.now() < until; )
          await new Promise((resolve) => setTimeout(resolve, 50));
      };
      const stateOf = (name: string) => {
        try {
          return readFileSync(`/proc/${readFileSync(pidOf(name), 'utf8')}/stat`, 'utf8');
        } catch {
          return undefined;
        }
      };
      const isThere = (name: string) => stateOf(name) !== undefined;
      const priority = (stat: string | undefined) => Number(stat?.split(') ')[1]?.split(' ')[16]);
      const own = priority(readFileSync('/proc/self/stat', 'utf8'));
      const args = [COMMAND, 'run', ...files, '--no-record'];
      const run = spawn(process.execPath, args, { stdio: 'ignore' });
      await wait(() => names.every((name) => priority(stateOf(name)) > own));
      expect(names.filter(isThere)).toEqual(names);
      run.kill('SIGKILL');
      await wait(() => !names.some(isThere));
      expect(names.filter(isThere)).toEqual([]);
    },
  );

  it('lose nothing of 100 MB that they print while they wait', () => {
    const path = file('much', 'for i in range(1000): print("x" * 99_999); time.sleep(0.001)\n');
    const words = `"${process.execPath}" "${COMMAND}" run ${path} --no-record | awk 'length == 99999 { n++ } END { print n }'`;
    const { stdout } = spawnSync('bash', ['-c', words], { encoding: 'utf8' });
    expect(stdout.trim()).toBe('1000');
  });
});
