/** The commands of ROS 2 without a network: with a recording, and with definitions. */
import { afterAll, describe, expect, it } from 'vitest';
import { commandHere } from './command_here.js';
import { LiveProcess } from './live_process.js';
import { ROBOT } from './live_robot.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox();
const run = (line: string) => commandHere(line, '0');
const good = (out: string) => ({ code: 0, out, err: '' });

afterAll(() => sandbox.remove());

it('echo reads the services and actions of recordings', async () => {
  const text = ROBOT.replace(
    "console.log('up');",
    `const asks = new rclnodejs.ActionClient(node, 'test_msgs/action/Fibonacci', '/fibonacci');
     node.createTimer(100_000_000n, () => void asks.sendGoal(new Fibonacci.Goal()));
     node.createTimer(300_000_000n, () => rclnodejs.shutdown());`,
  );
  sandbox.write('recorded.cjs', text);
  const words = ['orrery', 'run', 'recorded.cjs', '--record', 'kept'];
  expect(await new LiveProcess(sandbox.folder, words).ended).toBe(0);
  const echo = await run(`service echo /plus --flow-style --run ${sandbox.folder}/kept`);
  const kinds = [...echo.out.matchAll(/event_type: (\w+)/g)].map(([, name]) => name);
  expect(kinds.slice(0, 4)).toEqual([
    ...['REQUEST_SENT', 'REQUEST_RECEIVED', 'RESPONSE_SENT', 'RESPONSE_RECEIVED'],
  ]);
  expect(echo.out).toContain('request: [{a: 20, b: 22}], ');
  const found = await run(`action find test_msgs/action/Fibonacci --run ${sandbox.folder}/kept`);
  expect(found).toEqual(good('/fibonacci\n'));
  const events = await run(`action echo /fibonacci --csv --run ${sandbox.folder}/kept`);
  expect(events.out).toMatch(/^interface: STATUS_TOPIC\n/m);
  expect(events.out).toMatch(/^interface: FEEDBACK_TOPIC\n(\d+,){16}0,1\n/m);
});

describe('definitions', () => {
  it('are shown without a system', async () => {
    const show = await run('interface show std_srvs/srv/SetBool --no-comments');
    const list = await run('interface package std_srvs');
    const proto = await run('interface proto std_msgs/msg/String');
    expect(show).toEqual(good('bool data\n---\nbool success\nstring message\n'));
    expect(list).toEqual(good('std_srvs/srv/Empty\nstd_srvs/srv/SetBool\nstd_srvs/srv/Trigger\n'));
    expect(proto.out).toBe('"data: \'\'\n"\n');
    const bare = await run('interface proto geometry_msgs/msg/Point --no-quotes');
    expect(bare).toEqual(good('x: 0.0\ny: 0.0\nz: 0.0\n\n'));
    const actions = await run('interface packages --only-actions');
    expect(actions.out).toContain('test_msgs\n');
    expect(actions.out).not.toContain('std_msgs\n');
    const text = await run('interface show geometry_msgs/msg/PointStamped --all-comments');
    const own = await run('interface show geometry_msgs/msg/PointStamped');
    expect(text.out.match(/#/g)!.length).toBeGreaterThan(own.out.match(/#/g)!.length);
  });
});
