/** Programs that `multiprocessing` copies or spawns are not programs of the run; a node in one says what to do instead. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { orrery, temporaryDirectory } from './orrery_command.js';
import { PYTHON } from './python.js';

const folder = temporaryDirectory();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PROGRAM = `
import multiprocessing
import sys


def main(name):
    import rclpy
    rclpy.init()
    try:
        rclpy.create_node(name)
    except RuntimeError as error:
        print(error)
        sys.exit(3)


if __name__ == '__main__':
    process = multiprocessing.get_context(sys.argv[1]).Process(target=main, args=('one',))
    process.start()
    process.join()
    print(process.exitcode)
`;

describe.skipIf(PYTHON === undefined)('a node in a process of multiprocessing', () => {
  it.each(['fork', 'spawn'])('is refused with the way to start it (%s)', (method) => {
    const file = join(folder, 'program.py');
    writeFileSync(file, PROGRAM);
    const { stdout } = orrery(['run', file, '--no-record', '--', method]);
    expect(stdout).toMatch(
      /multiprocessing.* subprocess.*\n3\n|subprocess.* multiprocessing .*\n3\n/,
    );
  });
});
