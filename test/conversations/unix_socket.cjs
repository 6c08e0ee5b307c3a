/** A driver that asks a device over a Unix socket. */
const net = require('node:net');
const rclnodejs = require('rclnodejs');

const address = process.env.PLACE;
const device = net.createServer((socket) => {
  socket.on('data', (data) => socket.write(`${data.length}:${data}`));
});
device.listen(address, async () => {
  await rclnodejs.init();
  const node = new rclnodejs.Node('driver');
  const publisher = node.createPublisher('std_msgs/msg/String', 'answers');
  const socket = net.connect(address);
  socket.on('data', (data) => publisher.publish({ data: `${data} at ${Date.now()}` }));
  let asked = 0;
  node.createTimer(10_000_000n, () => socket.write(`question ${asked++}`));
  node.createTimer(3_000_000n, () => publisher.publish({ data: 'tick' }));
  node.spin();
});
