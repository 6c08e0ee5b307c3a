/** A Python program closes and overwrites descriptors as it likes: those by which it talks to Orrery are not there. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { orrery, temporaryDirectory } from './orrery_command.js';
import { python } from './python.js';

const PROGRAM = `import os
import rclpy
from std_msgs.msg import Int32

rclpy.init()
node = rclpy.create_node('closes')
publisher = node.create_publisher(Int32, 'numbers', 10)
node.create_subscription(Int32, 'numbers', lambda message: print('heard', message.data), 10)


def refusals(calls):
    count = 0
    for call in calls:
        try:
            call()
        except OSError as error:
            assert error.errno == 9, error
            count += 1
    return count


null = os.open('/dev/null', os.O_RDWR)
print('opened', null, os.dup(null))
os.close(4)
print('refused', refusals([lambda: os.close(4), lambda: os.dup2(4, 5)]))
acts = [
    lambda: [os.dup2(null, number) for number in range(0, 16) if number != 1],
    lambda: refusals([lambda number=number: os.close(number) for number in range(3, 400)]),
    lambda: refusals([lambda number=number: os.close(fd=number) for number in range(3, 400)]),
    lambda: refusals([lambda number=number: os.dup2(0, number) for number in range(3, 250)]),
    lambda: os.closerange(3, 100_000),
    lambda: os.closerange(0, 250),
]


def tick():
    if not acts:
        raise SystemExit
    acts.pop(0)()
    publisher.publish(Int32(data=len(acts)))


node.create_timer(0.1, tick)
rclpy.spin(node)
`;
it('closing and overwriting all descriptors changes nothing', () => {
  const folder = temporaryDirectory();
  // The third is forked from a process that is kept ready.
  const files = ['a', 'b', 'c'].map((name) => join(folder, `${name}.py`));
  for (const file of files) writeFileSync(file, PROGRAM);
  const { status, stdout, stderr } = orrery(['run', ...files, '--no-record']);
  expect(stderr).toBe('');
  const count = (line: string) => stdout.split(`${line}\n`).length - 1;
  expect([count('opened 3 4'), count('refused 2')], stdout).toEqual([3, 3]);
  // Each program hears all three.
  for (let number = 5; number >= 0; number--) expect(count(`heard ${number}`)).toBe(9);
  expect(stdout).toContain('Nothing left to do');
  expect(status).toBe(0);
});

it.each([32, 64, 1024])('they are moved, also if only %i may be open', (limit) => {
  const text = `import os, resource
from orrery_guest import own_descriptors
resource.setrlimit(resource.RLIMIT_NOFILE, (${limit}, ${limit}))
reading, writing = own_descriptors.move_away(*os.pipe())
own_descriptors.install()
os.closerange(3, 2000)
os.write(writing, b'through')
print(os.read(reading, 9), min(reading, writing) >= min(200, ${limit} - 8), os.get_inheritable(writing))
`;
  const { status, stdout } = python(['-c', text]);
  expect([status, stdout]).toEqual([0, "b'through' True False\n"]);
});
