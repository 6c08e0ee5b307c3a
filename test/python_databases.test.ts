/** Programs that wait for the databases of others. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { temporaryDirectory } from './orrery_command.js';
import { PYTHON } from './python.js';

/** Each keeps a database for half a second; the last time, longer than the other one waits. */
const DATABASE = `import sqlite3, sys, time


def say(*what):
    print(sys.argv[0][-4], *what, round(time.monotonic(), 6))


time.sleep(0.1)
database = sqlite3.connect('database', isolation_level=None)
database.execute('create table if not exists seen (name text)')
database.execute('begin immediate')
database.execute('insert into seen values (?)', 'x')
time.sleep(0.5)
database.execute('commit')
say(type(database).__name__)
time.sleep(2 - time.monotonic())
try:
    with sqlite3.connect('database', 0.25) as other:
        other.executemany('insert into seen values (?)', (each for each in 'yz'))
        time.sleep(0.5)
    say(other.execute('select count(*) from seen').fetchone())
except sqlite3.OperationalError as error:
    say(error)
`;

/** A script, and a connection and cursors of classes of the program. */
const OWN_DATABASE = `import sqlite3, sys, time


class Cursor(sqlite3.Cursor):
    def execute(self, *words):
        return super().execute(*words)


class Mine(sqlite3.Connection):
    def __init__(self, name, **options):
        super().__init__(name, timeout=1.0, **options)

    def cursor(self):
        return super().cursor(Cursor)


def say(*what):
    print(sys.argv[0][-4], *what, round(time.monotonic(), 6))


time.sleep(0.1)
database = sqlite3.connect('own', factory=Mine)
database.executescript('create table if not exists seen (name text); insert into seen values (1)')
cursor = database.execute('insert into seen values (2)')
time.sleep(0.5)
database.commit()
say(type(database).__name__, isinstance(database, Mine), type(cursor) is type(database.cursor()))
if sys.argv[0][-4] == 'a':
    time.sleep(0.1)
    database.execute('begin immediate')
    time.sleep(0.5)
    database.rollback()
else:
    time.sleep(0.2)
    database.executescript('begin; insert into seen values (3); insert into seen values (4); commit')
    say(database.execute('select count(*) from seen').fetchone())
`;

const folder = temporaryDirectory();

function run(programs: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(folder, name), text);
  const words = ['run', ...Object.keys(programs), '--until', '4s', '--no-record'];
  const { status, stdout } = orrery(words, { cwd: folder });
  return { status, said: stdout.split('\nDone')[0] };
}

describe.skipIf(PYTHON === undefined)('time passes', () => {
  it('while a program waits for a database that another has locked, as long as it wants', () => {
    const { status, said } = run({ 'a.py': DATABASE, 'b.py': DATABASE });
    expect({ status, said: said?.split('\n') }).toEqual({
      status: 0,
      said: ['a Connection 0.6', 'b Connection 1.1', 'b database is locked 2.25', 'a (4,) 2.5'],
    });
  });

  it('while a program waits with a script, or with classes of its own', () => {
    const { status, said } = run({ 'a.py': OWN_DATABASE, 'b.py': OWN_DATABASE });
    expect({ status, said: said?.split('\n') }).toEqual({
      status: 0,
      said: ['a Mine True True 0.6', 'b Mine True True 1.1', 'b (6,) 1.61'],
    });
  });
});
