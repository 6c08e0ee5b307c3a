// A test suite written for wall time. Outside of a simulation its argument is the client library.
const assert = require('node:assert');
const { test } = require('node:test');
const rclnodejs = require(process.argv[2] ?? 'rclnodejs');

const later = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test('two nodes spin at once', async () => {
  await rclnodejs.init();
  const talker = rclnodejs.createNode('talker');
  const listener = rclnodejs.createNode('listener');
  const heard = [];
  listener.createSubscription('std_msgs/msg/Int32', 'count', ({ data }) => heard.push(data));
  const publisher = talker.createPublisher('std_msgs/msg/Int32', 'count');
  const started = Date.now();
  const timer = talker.createTimer(10_000_000n, () => {
    publisher.publish({ data: heard.length });
    if (heard.length === 2) timer.cancel();
  });
  rclnodejs.spin(talker);
  rclnodejs.spin(listener);
  while (heard.length < 3) await later(5);
  assert.deepStrictEqual(heard, [0, 1, 2]);
  assert.ok(Date.now() - started >= 28);
  rclnodejs.shutdown();
});

test('requests are given up in time', async () => {
  await rclnodejs.init();
  const node = rclnodejs.createNode('node');
  node.createService('std_srvs/srv/Trigger', 'silent', () => later(1000));
  rclnodejs.spin(node);
  const client = node.createClient('std_srvs/srv/Trigger', 'silent');
  assert.ok(await client.waitForService(1000));
  await assert.rejects(client.sendRequestAsync({}, { timeout: 20 }), rclnodejs.TimeoutError);
  rclnodejs.shutdown();
});
