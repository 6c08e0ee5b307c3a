/** `orrery types --python`: a checker understands programs by the stubs, and finds their mistakes. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMAND, temporaryDirectory } from './orrery_command.js';
import { filesIn, ROOT } from './project.js';
import { PYTHON } from './python.js';

const hasMypy = spawnSync('mypy', ['--version']).status === 0;

/** A program with mistakes; the comment behind a line is what a checker says of it. */
const MISTAKEN = `import rclpy
from example_interfaces.srv import AddTwoInts
from rclpy.node import Node
from rclpy.publisher import Publisher
from rclpy.qos import QoSProfile, ReliabilityPolicy, qos_profile_sensor_data
from std_msgs.msg import String


class Mistaken(Node):

    def __init__(self) -> None:
        super().__init__('mistaken')
        self.publisher: Publisher[String] = self.create_publisher(String, 'a', qos_profile_sensor_data)
        self.create_publisher(String, 5, 10)  # "create_publisher"
        profile = QoSProfile(depth=1, reliability=ReliabilityPolicy.RELIABLE)
        self.create_subscription(String, 'a', self.hear, profile).topic_name.upper()
        self.get_logger().inof('ready')  # "inof"
        request = AddTwoInts.Request(a=1)
        request.b = '2'  # "int"

    def hear(self, message: String) -> None:
        message.data = 5  # "str"
        message.dat = 'x'  # "dat"


def main() -> None:
    rclpy.init()
    rclpy.spin(Mistaken())
`;

describe.skipIf(PYTHON === undefined || !hasMypy)('stubs for Python', () => {
  const folder = temporaryDirectory();
  const typings = join(folder, 'typings');

  function mypy(...files: string[]): string[] {
    const { stdout } = spawnSync('mypy', ['--hide-error-context', ...files], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, MYPYPATH: typings },
    });
    return stdout.trim().split('\n');
  }

  it('let a checker find no mistake in programs that run', () => {
    const words = ['types', join(ROOT, 'examples'), '--python', typings];
    const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...words], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout).toBe(`stubs for Python: written to ${typings}\n`);
    expect(status).toBe(0);
    const programs = filesIn('examples').filter((path) => path.endsWith('.py'));
    expect(programs.length).toBeGreaterThan(5);
    // One at a time: two programs may have modules of the same name.
    const found = programs.map((path) => mypy(join(ROOT, path)).at(-1));
    expect(found).toEqual(programs.map(() => 'Success: no issues found in 1 source file'));
  });

  it('let it find mistakes in fields, arguments and methods', () => {
    const file = join(folder, 'mistaken.py');
    writeFileSync(file, MISTAKEN);
    const lines = readFileSync(file, 'utf8').split('\n');
    const found = mypy(file).slice(0, -1);
    const wanted = lines.flatMap((line, i) =>
      line.includes('#') ? [[i + 1, line.split('# ')[1]]] : [],
    );
    expect(found.map((line) => Number(line.split(':')[1]))).toEqual(wanted.map(([at]) => at));
    for (const [i, [, what]] of wanted.entries()) expect(found[i]).toContain(what);
  });
});

it.each([
  ['what to write', [], 'ORR_NOTHING_TO_WRITE'],
  ['folders that hold packages', ['nowhere', '--python', 'typings'], 'ORR_NO_INTERFACES'],
])('need to be told %s', (_, words, code) => {
  const cwd = temporaryDirectory();
  const options = { encoding: 'utf8', cwd } as const;
  const { status, stderr } = spawnSync(process.execPath, [COMMAND, 'types', ...words], options);
  expect(stderr).toContain(code);
  expect(status).not.toBe(0);
  expect(readdirSync(cwd)).toEqual([]);
});
