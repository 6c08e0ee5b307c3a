/**
 * Callbacks of Python programs that wait for something that their own executor cannot handle meanwhile, the most
 * common way in which a node of rclpy hangs. Whatever waits, and for whatever, the run reports it.
 */
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { PYTHON } from './python.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox(orrery);
afterAll(() => sandbox.remove());

/** The last line is line 16. */
const HEAD = `import threading, time
import rclpy
from rclpy.action import ActionClient
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import MultiThreadedExecutor, SingleThreadedExecutor
from example_interfaces.action import Fibonacci
from std_msgs.msg import String
from std_srvs.srv import Trigger
rclpy.init()
node = rclpy.create_node('victim')
client = node.create_client(Trigger, '/victim/answer')
heard = []
node.create_subscription(String, '/tick', heard.append, 10)
def at(callback, group=None): node.create_timer(0.3, callback, callback_group=group)
def spin(executor): executor.add_node(node); executor.spin()

`;

const programs = (table: readonly (readonly [string, string, ...unknown[]])[]) =>
  table.map(([name, body]) => sandbox.write(`${name}.py`, HEAD.replaceAll('victim', name) + body));

const CALL = 'client.call(Trigger.Request())';
const ONLY_AFTER =
  'which its executor takes only when this callback is over: the executor has one thread, or both are in one callback group';
const response = (name: string) => `the response of the service /${name}/answer, ${ONLY_AFTER}`;
const NO_INPUT = 'a callback to run, and none can come';

/** Name, code, and what each thread waits for. */
const DEADLOCKS: readonly (readonly [string, string, readonly string[]])[] = [
  ['call', `at(lambda: ${CALL}); rclpy.spin(node)`, [`:17 for ${response('call')}`]],
  [
    'call_threads',
    `at(lambda: ${CALL}); spin(MultiThreadedExecutor(4))`,
    [`:15 for ${NO_INPUT}.`, `:17 for ${response('call_threads')}`],
  ],
  [
    'call_awaited',
    'async def ask():\n  await client.call_async(Trigger.Request())\nat(ask); rclpy.spin(node)',
    [`:19 for ${NO_INPUT}; the coroutine at `, 'call_awaited.py:18 has not ended and holds its '],
  ],
  [
    'call_without_spin',
    `client.wait_for_service(); ${CALL}`,
    [
      ':17 for the response of the service /call_without_spin/answer, which only a thread that spins can take',
    ],
  ],
  [
    'goal',
    `goals = ActionClient(node, Fibonacci, '/count')\nat(lambda: goals.send_goal(Fibonacci.Goal())); rclpy.spin(node)`,
    [`:18 for a response of the action /count, ${ONLY_AFTER}`],
  ],
  [
    'rate',
    'rate = node.create_rate(10)\nat(lambda: (rate.sleep(), rate.sleep())); rclpy.spin(node)',
    [`:18 for the next beat of a Rate, ${ONLY_AFTER}`],
  ],
  [
    'event',
    'done = threading.Event()\nat(lambda: done.wait()); rclpy.spin(node)',
    [':18 for what only another thread can give'],
  ],
  [
    'spin_once',
    'at(lambda: rclpy.spin_once(node, timeout_sec=0.1)); rclpy.spin(node)',
    [
      `:17 for ${NO_INPUT}, because its executor has no node any more: rclpy.spin_once takes its node`,
    ],
  ],
  // A handler of SIGINT can set an event, but it cannot take a response.
  [
    'handled_call',
    `import signal\nsignal.signal(signal.SIGINT, print)\nclient.wait_for_service(); ${CALL}`,
    [':19 for the response of the service /handled_call/answer'],
  ],
  [
    'handled_join',
    `import signal\nsignal.signal(signal.SIGINT, print)\nthread = threading.Thread(target=lambda: ${CALL})\nthread.start(); thread.join()`,
    [':20 for ', ':19 for the response of the service /handled_join/answer'],
  ],
];

const both = (name: string) => `response of /${name}/answer → /${name}, /tick → /${name}`;

/** Programs that continue anyway: name, code, and what is held up. */
const HELD_UP: readonly (readonly [string, string, (name: string) => string])[] = [
  [
    'sleeps',
    'def ask():\n  answer = client.call_async(Trigger.Request())\n  while not answer.done(): time.sleep(0.01)\nat(ask); rclpy.spin(node)',
    both,
  ],
  [
    'message',
    'def look():\n  heard.clear()\n  while not heard: time.sleep(0.01)\nat(look); rclpy.spin(node)',
    (name) => `/tick → /${name}`,
  ],
  [
    'others_tick',
    `node.create_timer(0.1, lambda: None, callback_group=ReentrantCallbackGroup())\nat(lambda: ${CALL}); spin(MultiThreadedExecutor(4))`,
    both,
  ],
];

/** Programs that wait in the same ways but continue. */
const WELL: readonly (readonly [string, string])[] = [
  ['own_group', `at(lambda: ${CALL}, ReentrantCallbackGroup()); spin(MultiThreadedExecutor(4))`],
  [
    'awaits',
    'async def ask():\n  await client.call_async(Trigger.Request())\nat(ask, ReentrantCallbackGroup()); rclpy.spin(node)',
  ],
  [
    'handled_event',
    'import signal\ndone = threading.Event()\nsignal.signal(signal.SIGINT, lambda *_: done.set())\ndone.wait()',
  ],
  [
    'works_long',
    'at(lambda: time.sleep(0.9)); node.destroy_subscription(list(node.subscriptions)[-1]); rclpy.spin(node)',
  ],
];

const NAMES = JSON.stringify([...DEADLOCKS, ...HELD_UP, ...WELL].map(([name]) => name));

/** Answers, and publishes every 100 ms so that time advances. */
const WORLD = `import rclnodejs from 'rclnodejs';
await rclnodejs.init();
const node = new rclnodejs.Node('world');
const tick = node.createPublisher('std_msgs/msg/String', '/tick');
node.createTimer(100_000_000n, () => tick.publish('x'));
for (const name of ${NAMES}) {
  node.createService('std_srvs/srv/Trigger', '/' + name + '/answer', (request, response) => response.send(response.template));
}
node.spin();
`;

const world = sandbox.write('world.mjs', WORLD);

describe.skipIf(PYTHON === undefined)('A callback of a Python program', () => {
  it.each(DEADLOCKS)('that blocks its program is an error: %s', (name, body, waits) => {
    const { stderr, status } = sandbox.orrery([
      ...['run', ...programs([[name, body]]), world, '--until', '5s', '--no-record'],
    ]);
    expect(stderr).toContain(`error ORR_GUEST_DEADLOCK: The program ${name} waits forever`);
    for (const wait of waits) expect(stderr).toContain(wait);
    expect(stderr).not.toContain("b'");
    expect(status).toBe(1);
  });

  it('that holds up what it waits for is named, but one that continues is not', () => {
    const directory = join(sandbox.folder, 'left');
    const { stderr, status } = sandbox.orrery([
      ...['run', ...programs([...HELD_UP, ...WELL]), world, '--until', '5s', '--record', directory],
    ]);
    expect(status).toBe(0);
    const expected = HELD_UP.map(([name, , inputs]) =>
      expect.stringMatching(
        new RegExp(
          `^warning: The callback of timer [\\d.]+ ms of /${name} \\(\\S*${name}\\.py:\\d+\\) has not ended for 4\\.700 s and holds up ${inputs(name)}\\. If it waits`,
        ),
      ),
    );
    // The threads of its executor, which wait for what does not come, keep it from ending.
    const lingers =
      'warning: The program others_tick went on after it was told that the run was over, and was killed.';
    expect(stderr.trim().split('\n')).toEqual([...expected, lingers]);
    const { stdout } = sandbox.orrery(['doctor', directory, '--json']);
    const { findings } = JSON.parse(stdout) as { findings: { kind: string }[] };
    expect(findings.filter(({ kind }) => kind === 'held-up')).toHaveLength(HELD_UP.length);
  });
});
