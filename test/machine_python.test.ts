/** What depends on the machine in files, folders and functions is reported or virtual in Python, too. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LeakRecord } from '../src/guard/index.js';
import { orrery } from './command_process.js';
import { readRun, temporaryDirectory } from './orrery_command.js';
import { PYTHON, PYTHONS } from './python.js';

/** A line of a program, and the leak that it causes. */
const SUSPECTS: readonly (readonly [line: string, kind: LeakRecord['kind'], what: string])[] = [
  ['os.stat(__file__).st_ino', 'file-identity', 'os.stat_result.st_ino'],
  ['os.lstat(__file__)[2]', 'file-identity', 'os.stat_result.st_dev'],
  ['next(os.scandir(HERE)).inode()', 'file-identity', 'os.DirEntry.inode'],
  ['next(os.scandir(HERE)).stat().st_uid', 'file-identity', 'os.stat_result.st_uid'],
  ['pathlib.Path(__file__).stat().st_mtime', 'file-time', 'os.stat_result.st_mtime'],
  ['os.path.getmtime(__file__)', 'file-time', 'os.path.getmtime'],
  ['os.getuid()', 'machine', 'os.getuid'],
  ['os.sysconf("SC_PAGE_SIZE")', 'machine', 'os.sysconf'],
  ['shutil.disk_usage("/")', 'machine', 'shutil.disk_usage'],
  ['platform.release()', 'machine', 'platform.release'],
  ['resource.getrusage(resource.RUSAGE_SELF)', 'machine', 'resource.getrusage'],
  ['gc.get_count()', 'engine-state', 'gc.get_count'],
  ['tracemalloc.get_traced_memory()', 'engine-state', 'tracemalloc.get_traced_memory'],
  ['DATABASE.execute("select random()").fetchall()', 'machine', 'sqlite3: random()'],
  ['DATABASE.execute("select date(?)", ["now"]).fetchall()', 'machine', 'sqlite3: date()'],
  ['ctypes.CDLL(None)', 'native-code', 'ctypes.dlopen'],
];

const HEAD = `
import copy, ctypes, gc, glob, json, os, pathlib, pickle, platform, resource, shutil, sqlite3, sys, tempfile, tracemalloc, zipfile
import rclpy
HERE = os.path.dirname(__file__)
DATABASE = sqlite3.connect(':memory:')
rclpy.init()
`;

/** Code that accesses files without asking for anything that differs between machines. */
const CLEAN = `
from concurrent.futures import ThreadPoolExecutor
d = os.path.join(HERE, 'made')
os.mkdir(d)
for name in ('c', 'a', 'b'):
    pathlib.Path(d, name).write_text(name)
print(os.listdir(d), os.listdir(d.encode()), [e.name for e in os.scandir(d)], [p.name for p in pathlib.Path(d).iterdir()])
print([os.path.basename(f) for f in glob.glob(d + '/*')], [files for _, _, files in os.walk(d)])
with os.scandir(d) as entries:
    entry = next(entries)
assert isinstance(entry, os.DirEntry) and entry.is_file() and os.fspath(entry) == d + '/a' and entry.stat().st_size == 1
status = os.stat(d + '/a')
assert isinstance(status, os.stat_result) and status[6] == status.st_size == 1 and len(status) == 10
assert pickle.loads(pickle.dumps(status)) == status == copy.copy(status) and os.path.samefile(d, d)
shutil.copytree(d, d + '/copied')
with zipfile.ZipFile(d + '/all.zip', 'w') as archive:
    archive.write(d + '/a', 'a')
with tempfile.TemporaryDirectory() as folder, tempfile.NamedTemporaryFile() as file:
    file.write(b'x')
with ThreadPoolExecutor(2) as pool:
    assert list(pool.map(abs, [-1])) == [1]
assert DATABASE.execute('select max(1, 2)').fetchone() == (2,)
shutil.rmtree(d)
`;

/** Reports its address in memory. */
const ADDRESSES = `
from rclpy.node import Node
from std_msgs.msg import String
node = Node('talker')
publisher = node.create_publisher(String, 'said', 10)
for thing in (node, publisher.publish, object(), ValueError, lambda: 0):
    publisher.publish(String(data=repr(thing)))
    node.get_logger().info(repr(thing))
`;

/** Draws from everything random, after what may need a folder of Orrery's own. */
const DRAWS = `
import random, secrets, uuid
from ament_index_python.packages import get_package_share_directory
from std_msgs.msg import String
assert get_package_share_directory('std_msgs').endswith('std_msgs')
print('drawn', os.urandom(4), uuid.uuid4(), secrets.token_hex(4), random.random(), random.Random().random())
print('named', os.path.basename(tempfile.mktemp()))
`;

function run(python: string, text: string, ...words: string[]) {
  return runAt({}, python, text, ...words);
}

function runAt(
  env: Readonly<Record<string, string>>,
  python: string,
  text: string,
  ...words: string[]
) {
  const directory = join(temporaryDirectory(), 'run');
  const folder = join(temporaryDirectory(), 'system');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'suspect.py');
  writeFileSync(file, `${HEAD}${text}\n`);
  const { stdout, stderr, status } = orrery(['run', file, '--record', directory, ...words], {
    env: { ...env, ORRERY_PYTHON: python },
  });
  const { leaks, digest } = readRun(directory) as unknown as {
    leaks: readonly LeakRecord[];
    digest: { readonly total: string };
  };
  return { stdout, stderr, status, leaks, digest: digest.total };
}

describe.skipIf(PYTHON === undefined)('a program in Python', () => {
  it.each(PYTHONS)('is reported for every fact of the machine that it asks for: %s', (python) => {
    const first = HEAD.split('\n').length;
    const { leaks, stderr } = run(python, SUSPECTS.map(([line]) => line).join('\n'));
    const found = leaks.map(({ kind, what, line }) => ({ kind, what, line }));
    const wanted = SUSPECTS.map(([, kind, what], i) => ({ kind, what, line: first + i }));
    expect(found, stderr).toEqual(wanted);
  });

  it('is refused by --strict if it asks for one', () => {
    const { status, stderr } = run(PYTHON!, 'os.stat(__file__).st_mtime', '--strict');
    expect(stderr).toContain('error ORR_GUEST_STRICT: ');
    expect(status).toBe(1);
  });

  it.each(PYTHONS)('sees folders sorted by name, and files unchanged: %s', (python) => {
    const { stdout, stderr, leaks } = run(python, CLEAN);
    expect({ stderr, leaks }).toEqual({ stderr: '', leaks: [] });
    const names = "['a', 'b', 'c']";
    expect(stdout).toContain(
      `${names} [b'a', b'b', b'c'] ${names} ${names}\n${names} [${names}]\n`,
    );
  });

  it('is reported if a temporary file cannot have the name that it would have in a run alone', () => {
    const text = 'print(tempfile.mkdtemp(prefix=sys.argv[1]))';
    const prefix = `orrery-${process.pid}-`;
    const [one, other] = [1, 2].map(() => run(PYTHON!, text, '--', prefix));
    for (const { stdout } of [one!, other!]) rmSync(stdout.split('\n')[0]!, { recursive: true });
    expect(one!.leaks).toEqual([]);
    expect(other!.leaks).toMatchObject([{ kind: 'entropy', line: HEAD.split('\n').length }]);
  });

  it('draws the same numbers whatever home and folder for temporary files its machine has', () => {
    const used = temporaryDirectory();
    const [fresh, other] = [join(temporaryDirectory(), 'fresh'), temporaryDirectory()];
    mkdirSync(fresh);
    const machines = [
      { HOME: used },
      { HOME: used },
      { HOME: fresh },
      { HOME: '/nonexistent/home' },
      { HOME: used, TMPDIR: other },
      { HOME: used, TMPDIR: '/nonexistent' },
    ];
    const [first, ...others] = machines.map((machine) => {
      const { stdout, stderr } = runAt(machine, PYTHON!, DRAWS);
      expect(stdout, stderr).toMatch(/drawn .*\nnamed /);
      return stdout.split('\n').filter((line) => /^(drawn|named) /.test(line));
    });
    for (const each of others) expect(each).toEqual(first);
  });

  it('is the same run wherever its objects are, although it reports their addresses', () => {
    const digests = [1, 400_000].map((width) => {
      const { digest, stderr, leaks } = run(PYTHON!, `FILLED = 'x' * ${width}\n${ADDRESSES}`);
      expect(leaks).toEqual([]);
      expect(stderr).toMatch(/ at 0x[0-9a-f]{6,}>/);
      return digest;
    });
    expect(digests[1]).toBe(digests[0]);
  });
});
