/** A saved schedule in a system that has changed gives the same failure or is stale, but never counts as passing. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { Decision } from '../src/explore/public.js';
import { orrery } from './command_process.js';
import { ROOT, readRun } from './orrery_command.js';
import { Sandbox } from './sandbox.js';

const built = <T>(path: string) =>
  import(pathToFileURL(join(ROOT, 'dist', path)).href) as Promise<T>;
const { systemConfig } = await built<typeof import('../src/index.js')>('index.js');
const { exploreSystem, parseSchedule, replaySchedule, scheduleText } =
  await built<typeof import('../src/explore/public.js')>('explore/public.js');

const sandbox = new Sandbox(orrery);
afterAll(() => sandbox.remove());

const ROBOT = `const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const brake = new rclnodejs.Node('brake');
  const speed = brake.createPublisher('std_msgs/msg/Int32', 'speed');
  let braking = false;
  brake.createSubscription('std_msgs/msg/Bool', 'obstacle', ({ data }) => (braking = data));
  brake.createSubscription('std_msgs/msg/Int32', 'wish', ({ data }) => {
    speed.publish({ data: braking ? 0 : data });
  });
  const scanner = new rclnodejs.Node('scanner');
  const obstacle = scanner.createPublisher('std_msgs/msg/Bool', 'obstacle');
  scanner.createTimer(50_000_000n, () => obstacle.publish({ data: true }));
  const driver = new rclnodejs.Node('driver');
  const wish = driver.createPublisher('std_msgs/msg/Int32', 'wish');
  driver.createTimer(50_000_000n, () => wish.publish({ data: 3 }));
  for (const node of [brake, scanner, driver]) node.spin();
});
`;
const CHECK = 'topic:/speed: data == 0';

let files = 0;
function experimentOf(text: string, check = CHECK) {
  const file = sandbox.write(`robot_${++files}.cjs`, text);
  return { config: systemConfig(file, { until: '200ms' }), checks: [check] };
}

function changed(from: string, to: string): string {
  expect(ROBOT).toContain(from);
  return ROBOT.replaceAll(from, to);
}

const found = exploreSystem({
  ...experimentOf(ROBOT),
  runs: 20,
  seed: '0',
  first: true,
  parallel: 1,
});
const saved = found.then(({ shrunk }) => {
  const { decisions } = shrunk!;
  expect(decisions).toHaveLength(1);
  return parseSchedule(scheduleText({ delays: [], losses: [], decisions }), 'x').decisions;
});

const extraTimer =
  "const driver = new rclnodejs.Node('driver');\n  driver.createTimer(70_000_000n, () => {});";
const extraNode = `const other = new rclnodejs.Node('other');
  other.createSubscription('std_msgs/msg/Bool', 'obstacle', () => {});
  other.spin();
  for`;

describe('a decision about the order', () => {
  it.each([
    ['an unchanged system', ROBOT],
    ['moved lines', `// A comment.\n\n${ROBOT}`],
    [
      'a timer before that of the decision',
      changed("const driver = new rclnodejs.Node('driver');", extraTimer),
    ],
    ['a node more', changed('for', extraNode)],
    ['another topic', changed("'wish'", "'request'")],
  ])('finds the failure again in %s', async (_what, text) => {
    const { failure, missed } = await replaySchedule(experimentOf(text), await saved);
    expect(failure?.text).toContain('does not fulfil');
    expect(missed).toEqual([]);
  });

  it.each([
    ['another period', changed('driver.createTimer(50', 'driver.createTimer(60')],
    ['another name of the node', changed("Node('driver')", "Node('pilot')")],
    [
      'two timers of that period',
      changed("const driver = new rclnodejs.Node('driver');", extraTimer.replace('70_', '50_')),
    ],
  ])('is stale with %s', async (_what, text) => {
    const { failure, missed } = await replaySchedule(experimentOf(text), await saved);
    expect(failure).toBeUndefined();
    expect(missed).toMatchObject([{ decision: (await saved)[0] }]);
  });

  it('passes if the program was corrected', async () => {
    const mended = changed('braking ? 0 : data', '0');
    const { failure, missed } = await replaySchedule(experimentOf(mended), await saved);
    expect({ failure, missed }).toEqual({ failure: undefined, missed: [] });
  });

  it('is taken at the only place that it can refer to', async () => {
    const [decision] = (await saved) as [Decision];
    const moved = { ...decision, nth: 7 } as Decision;
    const { failure, reanchored } = await replaySchedule(experimentOf(ROBOT), [moved]);
    expect(failure?.text).toContain('does not fulfil');
    expect(reanchored).toEqual([{ from: moved, to: decision }]);
  });
});

describe('a decision about a fault', () => {
  const faults = [{ fault: 'crash', on: '/driver' }] as const;
  const crash = {
    fault: 'crash',
    node: '/driver',
    callback: 2,
    what: 'timer 50 ms of /driver',
    at: 1e8,
  } as const;
  const replay = (text: string) =>
    replaySchedule({ ...experimentOf(text, 'order:/driver'), faults }, [crash]);

  it('happens at the callback that it names, however that is numbered', async () => {
    const { missed, reanchored, decisions } = await replay(
      changed("const driver = new rclnodejs.Node('driver');", extraTimer),
    );
    expect(missed).toEqual([]);
    expect(decisions).toMatchObject([{ callback: 3, at: 1e8 }]);
    expect(reanchored).toHaveLength(1);
    expect((await replay(ROBOT)).reanchored).toEqual([]);
  });
});

describe('a decision about the seed', () => {
  const seed = { seed: '7' };
  const replay = (text: string) => replaySchedule(experimentOf(text, 'order:/driver'), [seed]);

  it('is used by whatever draws random numbers, and is stale if nothing does', async () => {
    const draws = changed('data: 3', 'data: 3 + Math.floor(Math.random())');
    expect(await replay(draws)).toMatchObject({ missed: [], decisions: [seed] });
    expect((await replay(ROBOT)).missed).toMatchObject([{ decision: seed }]);
    sandbox.write('seeded.cjs', ROBOT);
    sandbox.write('seed.json', scheduleText({ delays: [], losses: [], decisions: [seed] }));
    const words = ['run', 'seeded.cjs', '--until', '200ms', '--no-record', '--schedule'];
    const { status, stderr } = sandbox.orrery([...words, 'seed.json']);
    expect(stderr).toContain('the seed 7: it changes nothing, because no random number is drawn');
    expect(status).toBe(1);
  });
});

describe('a decision about discovery', () => {
  const late = { found: '/wish', from: '/driver', to: '/brake', after: 60e6 };
  const replay = (text: string, after = late.after) =>
    replaySchedule({ ...experimentOf(text, 'order:/driver'), discovery: 1e8 }, [
      { ...late, after },
    ]);

  it('is used by what is sent before the two find each other', async () => {
    expect((await replay(ROBOT)).missed).toEqual([]);
    expect((await replay(ROBOT, 40e6)).missed).toMatchObject([{ isIdle: true }]);
    const later = changed('driver.createTimer(50', 'driver.createTimer(70');
    expect((await replay(later)).missed).toMatchObject([{ isIdle: true }]);
  });

  it('is used by who waits for the other', async () => {
    const waits = changed('() => wish.publish', '() => wish.subscriptionCount && wish.publish');
    expect((await replay(waits)).missed).toEqual([]);
  });

  it.each([
    ['another subscription', "'wish', ({"],
    ['another publisher', "driver.createPublisher('std_msgs/msg/Int32', 'wish')"],
  ])('is stale with %s', async (_what, from) => {
    const { missed } = await replay(changed(from, from.replace("'wish'", "'goal'")));
    expect(missed).toMatchObject([{ near: [] }]);
  });
});

describe('the command', () => {
  it('fails for a stale schedule, unless that is allowed', async () => {
    const decisions = await saved;
    const expected = ['/speed: data == 0'];
    const schedule = scheduleText({ delays: [], losses: [], decisions, expect: expected });
    sandbox.write('bad.json', schedule);
    sandbox.write('slow.cjs', changed('driver.createTimer(50', 'driver.createTimer(60'));
    const system = ['slow.cjs', '--until', '200ms'];
    const run = sandbox.orrery(['run', ...system, '--schedule', 'bad.json', '--no-record']);
    expect(run.stderr).toMatch(/ORR_SCHEDULE_STALE[\s\S]*there is no such choice any more/);
    expect(run.status).toBe(1);
    const record = join(sandbox.folder, 'stale');
    const left = ['--record', record, '--junit', join(sandbox.folder, 'stale.xml')];
    sandbox.orrery(['run', ...system, '--schedule', 'bad.json', ...left]);
    expect(readRun(record)).toMatchObject({
      exitCode: 1,
      errors: [{ code: 'ORR_SCHEDULE_STALE' }],
    });
    const junit = readFileSync(`${record}.xml`, 'utf8');
    expect(junit).toMatch(
      /errors="1"[\s\S]*<error message="ORR_SCHEDULE_STALE: bad\.json no longer/,
    );
    const tolerant = ['--schedule', 'bad.json', '--no-record', '--allow-stale'];
    const tolerated = sandbox.orrery(['run', ...system, ...tolerant]);
    expect(tolerated.stderr).toContain('warning: did not happen: timer 50 ms of /driver before');
    expect(tolerated.status).toBe(0);
    const replay = ['explore', ...system, '--check', CHECK, '--replay', 'bad.json'];
    const again = sandbox.orrery(replay);
    expect(again.stderr).toContain('ORR_SCHEDULE_STALE');
    expect(again.status).toBe(1);
    const allowed = sandbox.orrery([...replay, '--allow-stale']);
    expect(allowed.stderr).toContain('warning: did not happen: timer 50 ms of /driver before');
    expect(allowed.status).toBe(0);
  });

  it('calls a schedule stale also if the run fails', async () => {
    const expected = ['/speed: data == 0'];
    const schedule = { delays: [], losses: [], decisions: await saved, expect: expected };
    sandbox.write('gone.json', scheduleText(schedule));
    const without = changed("new rclnodejs.Node('driver')", 'scanner');
    const failing = without.replace('braking ? 0 : data', 'data');
    sandbox.write('gone.cjs', failing.replace('scanner, driver]', 'scanner]'));
    const system = ['gone.cjs', '--until', '200ms'];
    const ran = sandbox.orrery(['run', ...system, '--schedule', 'gone.json', '--no-record']);
    expect(ran.stderr).toMatch(/ORR_EXPECTATION: [\s\S]*ORR_SCHEDULE_STALE: gone\.json no longer/);
    expect(ran.status).toBe(1);
    const replay = ['explore', ...system, '--check', CHECK, '--replay', 'gone.json'];
    const again = sandbox.orrery(replay);
    expect(again.stdout).toMatch(/does not fulfil[\s\S]*\ndigest \w+\n$/);
    expect(again.stderr).toMatch(/ORR_SCHEDULE_STALE: gone\.json[^!]*there is no such choice/);
    expect(again.status).toBe(1);
    const allowed = sandbox.orrery([...replay, '--allow-stale']);
    expect(allowed.stderr).toContain('warning: did not happen: timer 50 ms of /driver before');
    expect(allowed.status).toBe(1);
  });

  it.each([
    CHECK,
    'leads-to:/speed -> /speed within 1s',
    'never:/speed not followed by /wish within 1s',
  ])('fails if nothing is left that it could judge: %s', async (check) => {
    const late = { timer: 'timer 50 ms of /scanner', call: 1, at: 5e7, late: 1e6 };
    const schedule = { delays: [], losses: [], timers: 2e6, decisions: [late] };
    sandbox.write('found.json', scheduleText(schedule));
    sandbox.write('silent.cjs', changed('driver.createTimer(50', 'driver.createTimer(500'));
    const words = ['explore', 'silent.cjs', '--until', '200ms', '--replay', 'found.json'];
    const { status, stdout, stderr } = sandbox.orrery([...words, '--check', check]);
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
    expect(stdout).toMatch(
      /^NOT EVALUATED: ".*" had nothing to judge in this run\.\ndigest \w+\n$/,
    );
  });

  it('refuses timers that were saved by number', () => {
    const decision = { at: 5, run: 'timer timer#3 of /a', before: '/x → /b', nth: 1 };
    sandbox.write(
      'old.json',
      JSON.stringify({ format: 'orrery-schedule/1', decisions: [decision] }),
    );
    sandbox.write('robot.cjs', ROBOT);
    const { stderr } = sandbox.orrery([
      'run',
      'robot.cjs',
      '--schedule',
      'old.json',
      '--no-record',
    ]);
    expect(stderr).toContain('names timers by numbers that move when a program changes');
  });
});

it('orrery run --schedule applies the checks, too', async () => {
  const check = 'eventually:/speed: data == 3 within 120ms';
  const file = sandbox.write('stops.cjs', ROBOT);
  const given = { delays: [], losses: [], decisions: [] };
  const run = (liveness: string[]) => {
    const schedule = sandbox.write('liveness.json', scheduleText({ ...given, liveness }));
    const record = join(sandbox.folder, `run_${++files}`);
    const words = ['--until', '200ms', '--schedule', schedule, '--record', record];
    const done = orrery(['run', file, ...words]);
    expect(readRun(record).exitCode).toBe(done.status);
    return [done.status, done.stderr];
  };
  expect(run(['eventually:/speed: data == 0 within 120ms'])).toEqual([0, '']);
  expect(run([check])).toEqual([
    1,
    expect.stringContaining(`ORR_EXPECTATION: "${check}" does not`),
  ]);
  expect(run(['leads-to:/wishes -> /speed within 1s'])).toEqual([
    1,
    expect.stringContaining('had nothing to judge'),
  ]);
});
