/** A command does and says the same in a process of its own and in one that has run other commands before. */
import { afterAll, expect, it } from 'vitest';
import { CommandProcess, type CommandResult } from './command_process.js';
import { COMMAND, program, ROOT } from './orrery_command.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox();
afterAll(() => sandbox.remove());

sandbox.write('throws_later.cjs', "setTimeout(() => { throw new Error('too late'); }, 10);");
sandbox.write('exits.cjs', 'process.exitCode = 3; process.stderr.write(String(process.env.LEFT));');

sandbox.write('reads.cjs', "process.stdin.on('end', () => console.log('ended')).resume();");

const TALKS = [program('endings/talks.cjs'), '--until', '1s'];
const LINES: readonly (readonly string[])[] = [
  ['--version'],
  ['run', 'nowhere.cjs'],
  ['run', ...TALKS, '--untill', '2s'],
  ['run', ...TALKS, '--no-record'],
  ['run', 'throws_later.cjs', '--no-record'],
  ['run', 'exits.cjs', '--no-record'],
  ['run', 'reads.cjs', '--no-record'],
  ['run', program('prints.cjs'), '--no-record'],
  ['run', ...TALKS, '--no-record', '--doctor', '--json'],
  ['launch', program('endings/two.launch.yaml'), '--no-record'],
  ['explore', program('explore/sums.cjs'), '--until', '150ms', '--runs', '3', '-j', '1'],
  ['doctor', ...TALKS],
  ['bag', 'info', 'nowhere.mcap'],
  ['interface', 'show', 'std_msgs/msg/String'],
];

/** A result without what no two executions have in common: how long they took, and the memory of the process. */
function repeatable({ status, stdout, stderr }: CommandResult): CommandResult {
  const plain = (text: string) =>
    text
      .replaceAll(/in [\d.]+ s \([\d.]+ × real time\)/g, 'in … s')
      .replaceAll(
        /"(wallSeconds|callbacksPerSecond|realTimeFactor|peakMemory)": ?[\d.]+/g,
        '"$1":…',
      );
  return { status, stdout: plain(stdout), stderr: plain(stderr) };
}

it('does the same whatever ran before it', () => {
  const commands = new CommandProcess(COMMAND);
  const env = { ...process.env };
  const requests = LINES.map((args) => ({ args, cwd: sandbox.folder, env }));
  const wanted = LINES.map((args) => repeatable(sandbox.orrery(args)));
  // What a command is given and leaves is not there for the next one.
  const left = { cwd: ROOT, env: { ...env, LEFT: 'by another command' } };
  for (const order of [requests, requests.toReversed()]) {
    commands.run({ ...left, args: ['run', program('endings/exit_code.cjs'), '--no-record'] });
    for (const request of order) {
      const found = repeatable(commands.run(request));
      expect(found, request.args.join(' ')).toEqual(wanted[requests.indexOf(request)]);
    }
  }
});

it('is told apart from one that ends its process, or is killed', () => {
  const request = { cwd: sandbox.folder, env: { ...process.env } };
  const killed = new CommandProcess(
    sandbox.write('killed.mjs', "process.kill(process.pid, 'SIGKILL');"),
  );
  expect(killed.run({ ...request, args: [] })).toEqual({ status: null, stdout: '', stderr: '' });
  const exits = new CommandProcess(
    sandbox.write('exits.mjs', "console.log('said'); process.exit(Number(process.argv[2]));"),
  );
  expect(exits.run({ ...request, args: ['4'] })).toMatchObject({ status: 4, stdout: 'said\n' });
  expect([killed.isOver, exits.isOver]).toEqual([true, true]);
});

it.each([
  ['what it has left to do', 'setTimeout(() => console.log("later"), 10);', 'later\n', 0],
  ['a module that awaits forever', 'await new Promise(() => {});', '', 13],
  ['a timer that nothing ends', 'setInterval(() => {}, 10);', '', null],
])('ends as a process of its own with %s', (_what, code, stdout, status) => {
  const commands = new CommandProcess(sandbox.write('leaves.mjs', code), 2000);
  const request = { args: [], cwd: sandbox.folder, env: { ...process.env } };
  expect(commands.run(request)).toEqual({ status, stdout, stderr: '' });
});
