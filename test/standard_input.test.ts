/** Programs read standard input that is declared, repeated, or refused; in real time, they read it as it comes. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { COMMAND } from './orrery_command.js';
import { PYTHON } from './python.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox();
afterAll(() => sandbox.remove());

const INPUT = 'first\nother\n';
const READERS: Readonly<Record<string, string>> = {
  data: "stdin.on('data', say).on('end', () => say('end'));",
  readable: `stdin.on('readable', () => { for (let p; (p = stdin.read()) !== null; ) say(p); })
    .on('end', () => say('end'));`,
  await: "(async () => { for await (const p of stdin) say(p); say('end'); })();",
  readline: `require('node:readline').createInterface({ input: stdin })
    .on('line', say).on('close', () => say('end'));`,
  pipe: `stdin.pipe(new (require('node:stream').PassThrough)())
    .on('data', say).on('end', () => say('end'));`,
  readFileSync: "say(fs.readFileSync(0)); say('end');",
  readSync: `const b = Buffer.alloc(6);
    for (let n; (n = fs.readSync(0, b, 0, 6, null)) > 0; ) say(b.subarray(0, n)); say('end');`,
  readFile: "fs.readFile('/dev/stdin', 'utf8', (_, text) => { say(text); say('end'); });",
  promises: "fs.promises.readFile('/dev/stdin').then((text) => { say(text); say('end'); });",
  createReadStream:
    "fs.createReadStream(null, { fd: 0 }).on('data', say).on('end', () => say('end'));",
};
const programOf = (name: string, reader: string) => `const rclnodejs = require('rclnodejs');
const fs = require('node:fs');
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('${name}');
  const publisher = node.createPublisher('std_msgs/msg/String', '/said_${name}');
  const say = (piece) => {
    const data = String(piece);
    for (const line of data.trim().split('\\n')) console.log('${name}', line);
    publisher.publish({ data });
  };
  const { stdin } = process;
  ${reader}
  node.spin();
});
`;
for (const [name, reader] of Object.entries(READERS)) {
  sandbox.write(`${name}.cjs`, programOf(name, reader));
}
sandbox.write('input.txt', INPUT);

const PYTHON_READERS: Readonly<Record<string, string>> = {
  py_input: `while True:
    try: say(input())
    except EOFError: break`,
  py_iterate: 'for line in sys.stdin: say(line)',
  py_read: 'say(sys.stdin.read())',
  py_readline: 'while line := sys.stdin.readline(): say(line)',
  py_bytes: "for line in sys.stdin.buffer.read().split(b'\\n'): say(line.decode())",
  py_descriptor: 'while piece := os.read(0, 6): say(piece.decode())',
  py_open: 'for line in open(0): say(line)',
  py_path: "say(pathlib.Path('/dev/stdin').read_text())",
  py_fileinput: 'for line in fileinput.input([]): say(line)',
};
for (const [name, reader] of Object.entries(PYTHON_READERS)) {
  const head = `import fileinput, os, pathlib, sys, rclpy
from std_msgs.msg import String
rclpy.init()
node = rclpy.create_node('${name}')
publisher = node.create_publisher(String, '/said_${name}', 10)
def say(text):
    for line in text.split(): print('${name}', line)
    publisher.publish(String(data=text))
`;
  sandbox.write(`${name}.py`, `${head}${reader}\nsay('end')\n`);
}

/** Runs the command with piped input; if `end` is false, the pipe stays open. */
async function piped(args: readonly string[], input: string, end = true) {
  const child = spawn(process.execPath, [COMMAND, ...args], { cwd: sandbox.folder });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (stdout += text));
  child.stderr.on('data', (text: Buffer) => (stderr += text));
  child.stdin.on('error', () => {});
  child.stdin.write(input);
  if (end) child.stdin.end();
  const status = await new Promise<number | null>((done) => child.on('close', done));
  return { status, stdout, stderr };
}

const digestOf = (text: string) => /digest (\w+)/.exec(text)?.[1];

describe('piped input', () => {
  it('reaches programs however they read it, each from the beginning', async () => {
    const files = Object.keys(READERS).map((name) => `${name}.cjs`);
    const { status, stdout, stderr } = await piped(['run', ...files, '--no-record'], INPUT);
    expect([status, stderr]).toEqual([0, '']);
    for (const name of Object.keys(READERS)) {
      const lines = stdout.split('\n').filter((line) => line.startsWith(`${name} `));
      expect(lines).toEqual([`${name} first`, `${name} other`, `${name} end`]);
    }
  });

  it('is part of the run, and is repeated with it', async () => {
    const first = await piped(['run', 'data.cjs', '--record', 'kept'], INPUT);
    const { repeat } = JSON.parse(sandbox.read('kept/run.json'));
    expect(Buffer.from(repeat.config.system.stdin, 'base64').toString()).toBe(INPUT);
    const sha256 = createHash('sha256').update(INPUT).digest('hex');
    expect(repeat.inputs).toContainEqual({ file: '<standard input>', sha256 });
    const given = sandbox.orrery(['run', 'data.cjs', '--no-record', '--stdin', 'input.txt']);
    expect(digestOf(given.stdout)).toBe(digestOf(first.stdout));
    const other = await piped(['run', 'data.cjs', '--no-record'], 'another\n');
    expect(digestOf(other.stdout)).not.toBe(digestOf(first.stdout));
    const verify = ['verify', 'data.cjs', '--stdin', '-', '--runs', '2', '--certificate', 'c.json'];
    const verified = await piped(verify, INPUT);
    expect(verified.stdout).toContain(digestOf(first.stdout));
    expect(JSON.parse(sandbox.read('c.json')).inputs).toContainEqual({
      name: '<standard input>',
      sha256,
    });
  });

  it('is ignored by programs that do not read it', async () => {
    sandbox.write('other.cjs', 'void process.stdin.isTTY; console.log("done");\n');
    const { status, stdout } = await piped(['run', 'other.cjs', '--no-record'], INPUT, false);
    expect([status, stdout.split('\n')[0]]).toEqual([0, 'done']);
  });
});

describe.skipIf(PYTHON === undefined)('piped input of Python programs', () => {
  it('reaches them however they read it, each from the beginning, at the virtual time', async () => {
    const files = [...Object.keys(PYTHON_READERS).map((name) => `${name}.py`), 'data.cjs'];
    const { status, stdout, stderr } = await piped(['run', ...files, '--no-record'], INPUT);
    expect([status, stderr]).toEqual([0, '']);
    for (const name of Object.keys(PYTHON_READERS)) {
      const lines = stdout.split('\n').filter((line) => line.startsWith(`${name} `));
      expect(lines).toEqual([`${name} first`, `${name} other`, `${name} end`]);
    }
  });

  it('is an input that is repeated', async () => {
    const first = await piped(['run', 'py_input.py', '--record', 'python'], INPUT);
    const { repeat } = JSON.parse(sandbox.read('python/run.json'));
    expect(Buffer.from(repeat.config.system.stdin, 'base64').toString()).toBe(INPUT);
    const verify = ['verify', 'py_input.py', '--stdin', 'input.txt', '--runs', '2'];
    expect(sandbox.orrery(verify).stdout).toContain(digestOf(first.stdout));
    const empty = await piped(['run', 'py_input.py', '--no-record'], '');
    expect(empty.stdout.split('\n')[0]).toBe('py_input end');
  });

  it('is refused by name if it was not given', async () => {
    const { status, stderr } = await piped(['verify', 'py_read.py', '--runs', '2'], INPUT);
    expect(status).not.toBe(0);
    // The exception that the program does not catch is named, too.
    expect(stderr).toContain('ORR_STDIN');
    expect(stderr).toContain('A program reads standard input, which was not given');
    expect(stderr).toContain('py_read.py: The program py_read ended with an exception');
  });

  it('comes as it comes in real time, which is reported', async () => {
    const args = ['run', 'py_input.py', '--no-record', '--rate', '1'];
    const { stdout, stderr } = await piped(args, INPUT);
    expect(stdout).toContain('py_input first\npy_input other\npy_input end\n');
    expect(stdout + stderr).toMatch(/sys\.stdin.*py_input\.py:\d+|py_input\.py:\d+.*sys\.stdin/);
  });
});

describe('input that cannot be declared is refused:', () => {
  it('too much of it, also if the program catches the error', async () => {
    sandbox.write('caught.cjs', programOf('caught', "stdin.on('error', () => {}).resume();"));
    const input = 'x'.repeat(1024 * 1024 + 1);
    const { status, stderr } = await piped(['run', 'caught.cjs', '--no-record'], input);
    expect(status).toBe(1);
    expect(stderr).toMatch(/ORR_STDIN: Standard input has more than 1048576 bytes/);
  });

  it('input that was not given to a command that makes many runs', async () => {
    const { status, stderr } = await piped(['verify', 'data.cjs', '--runs', '2'], INPUT);
    expect(status).not.toBe(0);
    expect(stderr).toContain('ORR_STDIN: A program reads standard input, which was not given');
  });

  it('a file that does not exist', () => {
    const { status, stderr } = sandbox.orrery(['run', 'data.cjs', '--stdin', 'none.txt']);
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('ORR_STDIN: The file "none.txt"'),
    ]);
  });
});

describe('in real time', () => {
  it('input comes as it comes, and the run is reported as not reproducible', async () => {
    const { status, stdout, stderr } = await piped(
      ['run', 'readline.cjs', '--rate', '100', '--record', 'live'],
      INPUT,
    );
    expect(stdout).toMatch(/^readline first\nreadline other\nreadline end\n/);
    expect(stdout).toContain('not reproducible by declaration');
    expect(stderr).toMatch(/leak device: process\.stdin at .*readline\.cjs:11/);
    expect(status).toBe(0);
    expect(JSON.parse(sandbox.read('live/run.json')).reproducible).toBe(false);
  });
});
