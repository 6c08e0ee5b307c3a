/** A driver that asks a device over TCP every 10 ms and publishes what it answers. */
const net = require('node:net');
const rclnodejs = require('rclnodejs');

const device = net.createServer((socket) => {
  socket.on('data', (data) => socket.write(`${data.length}:${data}`));
});
device.listen(0, async () => {
  await rclnodejs.init();
  const node = new rclnodejs.Node('driver');
  const publisher = node.createPublisher('std_msgs/msg/String', 'answers');
  const socket = net.connect(device.address().port);
  socket.on('data', (data) => publisher.publish({ data: `${data} at ${Date.now()}` }));
  let asked = 0;
  node.createTimer(10_000_000n, () => socket.write(`question ${asked++}`));
  node.createTimer(3_000_000n, () => publisher.publish({ data: 'tick' }));
  node.spin();
});
