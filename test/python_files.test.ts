/** What Python programs of one instant do to files happens in the order in which Orrery runs them. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { COMMAND } from './orrery_command.js';
import { PYTHON } from './python.js';

const folder = mkdtempSync(join(tmpdir(), 'orrery-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Ways in which two programs meet at a file: each is done by both at one instant, and gives what it saw. */
const WAYS: Readonly<Record<string, string>> = {
  exclusive: `
try:
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
    result = 'made'
except FileExistsError:
    result = 'was there'`,
  mkdir: `
try:
    os.mkdir(path)
    result = 'made'
except FileExistsError:
    result = 'was there'`,
  append: `
with open(path, 'a') as file:
    file.write(name)
result = open(path).read()`,
  pathlib: `
file = pathlib.Path(path)
file.write_text((file.read_text() if file.exists() else '') + name)
result = file.read_text()`,
  exists: `
result = os.path.exists(path)
if not result:
    pathlib.Path(path).touch()`,
  list: `
os.makedirs(path, exist_ok=True)
pathlib.Path(path, name).touch()
result = os.listdir(path), sorted(os.path.basename(each) for each in glob.glob(path + '/*'))`,
  rename: `
if name == 'first':
    pathlib.Path(path + '.new').touch()
    os.rename(path + '.new', path)
result = os.path.isfile(path)`,
  remove: `
try:
    os.remove(os.path.join(given, 'one'))
    result = 'removed'
except FileNotFoundError:
    result = 'gone'`,
  copy: `
if name == 'first':
    shutil.copy(__file__, path)
result = os.path.exists(path) and os.path.getsize(path) > 0`,
  compress: `
if name == 'first':
    with gzip.open(path, 'wt') as file:
        file.write('text')
try:
    result = gzip.open(path, 'rt').read()
except OSError as error:
    result = type(error).__name__`,
  database: `
database = sqlite3.connect(path)
database.execute('create table if not exists seen (name text)')
database.execute('insert into seen values (?)', (name,))
database.commit()
result = [row[0] for row in database.execute('select name from seen')]`,
  shelf: `
with shelve.open(path) as kept_there:
    kept_there[name] = 1
    result = sorted(kept_there)`,
  memory: `
import _posixshmem
shared = '/' + os.path.basename(given)
try:
    os.close(_posixshmem.shm_open(shared, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    result = 'made'
except FileExistsError:
    _posixshmem.shm_unlink(shared)
    result = 'was there'`,
  // What has been opened at an earlier instant.
  'kept for writing': `
if name == 'first':
    kept_open.write('x')
    kept_open.flush()
result = os.path.getsize(os.path.join(given, 'kept')) if name == 'second' else 0`,
  'kept for reading': `
if name == 'first':
    kept_open.write('y')
    kept_open.flush()
result = kept_read.read()`,
  'kept as a descriptor': `
if name == 'first':
    os.write(descriptor, b'z')
result = os.pread(descriptor, 100, 0)`,
  'kept in memory': `
memory[ord(name[0])] += 1
result = list(memory[:]).count(1)`,
  flock: `
file = open(path, 'a')
kept.append(file)
try:
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    result = 'locked'
except OSError:
    result = 'refused'`,
  lockf: `
file = open(path, 'a')
kept.append(file)
try:
    fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    result = 'locked'
except OSError:
    result = 'refused'`,
};

/** After these, a program has the turn whenever it runs, so each is tried alone. */
const FOR_GOOD = ['database', 'shelf', 'memory', 'kept in memory'];

/** Does one after the other, each at an instant of its own; \`busy\` turns keep it from being done at once. */
const PROGRAM = (name: string, busy: number, ways: readonly string[]) => `
import fcntl, glob, gzip, mmap, os, pathlib, shelve, shutil, sqlite3, sys
import rclpy

name, given, kept = '${name}', sys.argv[1], []
ways = ${JSON.stringify(Object.fromEntries(ways.map((way) => [way, WAYS[way]])))}
rclpy.init()
node = rclpy.create_node(name)
kept_open = open(os.path.join(given, 'kept'), 'a')
kept_read = open(os.path.join(given, 'kept'))
descriptor = os.open(os.path.join(given, 'raw'), os.O_RDWR | os.O_CREAT)
todo = list(ways)
memory = None


def act():
    global memory
    way = todo.pop(0)
    if way == 'kept in memory':
        with open(os.path.join(given, 'mapped'), 'r+b') as file:
            memory = mmap.mmap(file.fileno(), 1000)
    for _ in range(${busy}):
        pass
    scope = {**globals(), 'path': os.path.join(given, way.replace(' ', '_'))}
    exec(ways[way], scope)
    print(way, scope['result'], flush=True)
    if not todo:
        node.destroy_timer(timer)


timer = node.create_timer(0.1, act)
rclpy.spin(node)
`;

/** Does what comes next of a random list, and publishes what it has seen. */
const AT_RANDOM = (number: number, busy: readonly number[]) => `
import fcntl, os, pathlib, random, shutil, sys
import rclpy
from std_msgs.msg import String

given = pathlib.Path(sys.argv[1])
draw = random.Random(${number})
rclpy.init()
node = rclpy.create_node('at_random_${number}')
publisher = node.create_publisher(String, '/seen', 100)
log = open(given / 'log', 'a', buffering=1)
tail = open(given / 'log')


def append(path):
    with open(path, 'a') as file:
        file.write('${number};')


def lock(path):
    with open(path, 'a') as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return 'locked'


WAYS = [
    append, lock, os.remove, os.path.exists, pathlib.Path.read_text, os.mkdir, os.rmdir,
    lambda path: path.rename(given / 'renamed'),
    lambda path: os.listdir(given),
    lambda path: [os.stat(each).st_size for each in sorted(given.glob('*'))],
    lambda path: os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY)),
    lambda path: shutil.copy(path, given / 'copied'),
    lambda path: log.write('${number}\\n'),
    lambda path: tail.read(),
]
calls = 0


def act():
    global calls
    calls += 1
    for _ in range(${JSON.stringify(busy)}[calls % ${busy.length}]):
        pass
    seen = []
    for _ in range(3):
        try:
            seen.append(draw.choice(WAYS)(given / draw.choice('abc')))
        except OSError as error:
            seen.append(type(error).__name__)
    publisher.publish(String(data=repr(seen).replace(str(given), '')))


node.create_timer(0.02, act)
rclpy.spin(node)
`;

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** Runs programs in a folder of their own; returns what they have printed. */
function run(mode: 'parallel' | 'serial', programs: readonly string[]): string {
  const given = mkdtempSync(join(folder, 'given-'));
  writeFileSync(join(given, 'one'), '');
  writeFileSync(join(given, 'mapped'), Buffer.alloc(1000));
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [COMMAND, 'run', ...programs, '--no-record', '--until', '3s', '--', given],
    { encoding: 'utf8', env: { ...process.env, ORRERY_GUESTS: mode } },
  );
  expect(stderr).not.toContain('Traceback');
  return stdout;
}

const digestOf = (printed: string) => /digest (\w+)/.exec(printed)?.[1];

describe.skipIf(PYTHON === undefined)('Files of Python programs', () => {
  it.each([
    Object.keys(WAYS).filter((way) => !FOR_GOOD.includes(way)),
    ...FOR_GOOD.map((way) => [way]),
  ])(
    'are met in the order in which the programs run, on one core and on several: %s',
    (...ways) => {
      const programs = [
        file('first.py', PROGRAM('first', 3_000_000, ways)),
        file('second.py', PROGRAM('second', 0, ways)),
      ];
      const [serial, parallel] = [run('serial', programs), run('parallel', programs)];
      const linesOf = (printed: string, way: string) =>
        printed.split('\n').filter((line) => line.startsWith(`${way} `));
      for (const way of ways) {
        expect(linesOf(serial, way), way).toHaveLength(2);
        expect(linesOf(parallel, way), way).toEqual(linesOf(serial, way));
      }
      expect(digestOf(parallel)).toBe(digestOf(serial));
    },
  );

  it('show the same whatever the programs do to them, and however long they compute before', () => {
    const seen = [[0], [0, 30_000, 5_000], [100_000, 0, 0, 20_000], [1_000, 0]].map((busy, i) => {
      const programs = [0, 1, 2, 3].map((number) => {
        const turned = [
          ...busy.slice(number % busy.length),
          ...busy.slice(0, number % busy.length),
        ];
        return file(`at_random_${number}.py`, AT_RANDOM(number, turned));
      });
      return digestOf(run(i === 0 ? 'serial' : 'parallel', programs));
    });
    expect(seen[0]).toBeDefined();
    expect(new Set(seen).size).toBe(1);
  });
});
