/** The order of sets whose items compare by identity follows from the program, not from addresses. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMAND, temporaryDirectory } from './orrery_command.js';
import { PYTHON, PYTHONS } from './python.js';

/** Prints the orders of sets of many kinds of items; other code replaces the dots. */
const ORDERS = `
import abc, asyncio, collections, concurrent.futures, dataclasses, enum, functools, json, threading, types, weakref


class Plain: pass
class Base(abc.ABC): pass
class Derived(Base): pass
class Slots: __slots__ = ('x', '__weakref__')
class Equal:
    def __eq__(self, other): return self is other
    __hash__ = object.__hash__
class Meta(type): pass
class WithMeta(metaclass=Meta): pass
class Bound:
    def first(self): pass
    def second(self): pass


def function(): pass
def generator(): yield


def name(thing):
    return getattr(thing, '__qualname__', None) or getattr(thing, '__name__', None) or type(thing).__name__


def show(title, things):
    things = list(things)
    order = {id(thing): i for i, thing in enumerate(things)}
    print(title, [order[id(thing)] for thing in set(things)], [name(thing) for thing in frozenset(things)])


async def tasks():
    made = [asyncio.ensure_future(asyncio.sleep(0)) for _ in range(9)]
    done, _ = await asyncio.wait(made)
    return [made.index(task) for task in done]


def main():
    for kind in (Plain, Derived, Slots, Equal, WithMeta, threading.Event, functools.partial(threading.Thread)):
        show('objects', [kind() for _ in range(20)])
    show('mixed', [Plain(), Derived(), Slots(), None, ..., NotImplemented, 5, function, Plain, Bound().first])
    show('classes', [Plain, Derived, WithMeta, int, dict, types.FunctionType, collections.OrderedDict, enum.Enum])
    show('functions', [function, main, (lambda: 0), (lambda: 1), print, len, json.dumps, functools.partial(main)])
    one, other = Bound(), Bound()
    show('methods', [one.first, one.second, other.first, other.second, [one.first][0], one.__str__, print.__call__])
    show('modules', [abc, json, types, weakref])
    show('generators', [generator() for _ in range(5)])
    print('tasks', asyncio.run(tasks()))
    with concurrent.futures.ThreadPoolExecutor() as pool:
        made = [pool.submit(int) for _ in range(9)]
        print('futures', [made.index(future) for future in concurrent.futures.wait(made).done])
    for _ in range(2000):
        # Their addresses are used again.
        hash(Plain())
    show('later', [Plain() for _ in range(20)])
    assert len({one, other, one}) == 2 and {one.first: 1}[one.first] == 1 and Plain() != Plain()
    for unhashable in (dataclasses.make_dataclass('Data', ['x'])(1), type('E', (), {'__eq__': lambda self, other: True})()):
        try:
            print('hash', hash(unhashable))
        except TypeError:
            pass
`;

const PROGRAM = `${ORDERS}
main()
`;

const LAUNCH_FILE = `${ORDERS}
from launch import LaunchDescription


def generate_launch_description():
    main()
    return LaunchDescription([])
`;

/** Long and short folders and variables, which move objects in memory. */
const PLACES = [
  { deep: 0, env: {} },
  { deep: 12, env: {} },
  { deep: 3, env: { PYTHONPATH: join('/', 'x'.repeat(1500)), HOME: '/'.padEnd(700, 'h') } },
  { deep: 1, env: { PYTHONHASHSEED: '7' } },
];

function orrery(words: readonly string[], python: string, env: Readonly<Record<string, string>>) {
  return spawnSync(process.execPath, [COMMAND, ...words], {
    encoding: 'utf8',
    timeout: 170_000,
    env: { ...process.env, ...env, ORRERY_PYTHON: python },
  });
}

function write(name: string, text: string, deep: number): string {
  const file = join(temporaryDirectory(), ...Array(deep).fill('a_folder_with_a_name'), name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const orders = (text: string) => text.split('\n').filter((line) => line.includes('['));

/** The order in the first interpreter, with which the others are compared. */
let expected: string[] | undefined;

describe.skipIf(PYTHON === undefined)('sets whose items compare by identity', () => {
  it.each(PYTHONS)('have one order with %s', { timeout: 900_000 }, (python) => {
    for (const { deep, env } of PLACES) {
      const file = write('orders.py', PROGRAM, deep);
      const { stdout, stderr } = orrery(['run', file, '--no-record', '--until', '1s'], python, env);
      const found = orders(stdout);
      expect(found.length, stderr).toBe(16);
      expected ??= found;
      expect(found).toEqual(expected);
    }
  });

  it('have it also in copies of one interpreter', { timeout: 300_000 }, () => {
    const files = ['a.py', 'b.py', 'c.py', 'd.py'].map((name) => write(name, PROGRAM, 0));
    const { stdout } = orrery(['run', ...files, '--no-record', '--until', '1s'], PYTHON!, {});
    const found = orders(stdout);
    expect(found).toEqual(files.flatMap(() => found.slice(0, 16)));
    expect(found).toHaveLength(64);
  });

  it('have one in launch files', { timeout: 300_000 }, () => {
    const found = PLACES.map(({ deep, env }) => {
      const file = write('orders.launch.py', LAUNCH_FILE, deep);
      const words = ['launch', file, '--no-record', '--until', '1s'];
      return orders(orrery(words, PYTHON!, env).stderr);
    });
    expect(found[0]).toHaveLength(16);
    expect(new Set(found.map((lines) => lines.join('\n'))).size).toBe(1);
  });
});
