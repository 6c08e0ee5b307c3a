// The head of the cell: manages the arm, sends it goals, computes sums, and reports everything that it receives.

import { Buffer, TransformListener } from 'orrery-sim/tf2';
import rclnodejs from 'rclnodejs';

await rclnodejs.init();
const node = new rclnodejs.Node('hq', '/hq');
const seconds = () => (Number(node.now().nanoseconds) / 1e9).toFixed(2);
const say = (...words) => console.log(seconds(), 'hq', ...words);

node.createService('example_interfaces/srv/AddTwoInts', 'add', ({ a, b }, response) => {
  response.send({ sum: a + b });
});
node.createSubscription('rcl_interfaces/msg/Log', '/rosout', ({ name, msg }) => {
  if (name !== 'hq') say('log', name, msg);
});
node.createSubscription('rcl_interfaces/msg/ParameterEvent', '/parameter_events', (event) => {
  const names = event.changed_parameters.map(({ name }) => name);
  if (names.length > 0) say('changed', event.node, ...names);
});
node.createSubscription(
  'lifecycle_msgs/msg/TransitionEvent',
  '/cell/arm/transition_event',
  (event) => say('transition', event.start_state.label, event.goal_state.label),
);

const call = (type, name, request) => {
  const client = node.createClient(type, name);
  return new Promise((resolve) => client.sendRequest(request, resolve));
};
const change = (id) =>
  call('lifecycle_msgs/srv/ChangeState', '/cell/arm/change_state', {
    transition: { id, label: '' },
  });
const state = async () =>
  (await call('lifecycle_msgs/srv/GetState', '/cell/arm/get_state', {})).current_state.label;

const buffer = new Buffer(undefined, node);
new TransformListener(buffer, node);
node.createTimer(100_000_000n, () => {
  const placed = buffer.canTransform(
    'base',
    'camera',
    rclnodejs.Time.fromMsg({ sec: 0, nanosec: 0 }),
  );
  if (!placed) return;
  const { transform } = buffer.lookupTransform('base', 'camera', { sec: 0, nanosec: 0 });
  say('camera at', transform.translation.x);
});

const start = node.createTimer(100_000_000n, async () => {
  start.cancel();
  say('arm is', await state());
  say('configured', (await change(1)).success, 'activated', (await change(3)).success);
  say('arm is', await state());
  const name = 'speed';
  const value = { type: 3, double_value: 0.75 };
  const set = await call('rcl_interfaces/srv/SetParameters', '/cell/arm/set_parameters', {
    parameters: [{ name, value }],
  });
  const got = await call('rcl_interfaces/srv/GetParameters', '/cell/arm/get_parameters', {
    names: [name],
  });
  const described = await call(
    'rcl_interfaces/srv/DescribeParameters',
    '/cell/arm/describe_parameters',
    { names: [name] },
  );
  say(
    'speed',
    set.results[0].successful,
    got.values[0].double_value,
    described.descriptors[0].type,
  );
  say('sum', (await call('example_interfaces/srv/AddTwoInts', '/cell/sum', { a: 40n, b: 2n })).sum);
  const client = new rclnodejs.ActionClient(
    node,
    'example_interfaces/action/Fibonacci',
    '/cell/reach',
  );
  await client.waitForServer(1000);
  const goal = await client.sendGoal({ order: 4 }, ({ sequence }) =>
    say('feedback', sequence.join()),
  );
  say('accepted', goal.isAccepted());
  const { sequence } = await goal.getResult();
  say('reached', sequence.join(), goal.isSucceeded());
});
rclnodejs.spin(node);
