/** A driver that asks two devices over UDP and publishes what they answer. */
const dgram = require('node:dgram');
const rclnodejs = require('rclnodejs');

async function main() {
  await rclnodejs.init();
  const node = new rclnodejs.Node('driver');
  const publisher = node.createPublisher('std_msgs/msg/String', 'answers');
  for (const name of ['left', 'right']) {
    const device = dgram.createSocket('udp4');
    device.on('message', (data, from) => device.send(`${name} ${data}`, from.port, from.address));
    device.bind(0, '127.0.0.1', () => {
      const socket = dgram.createSocket('udp4');
      socket.on('message', (data) => publisher.publish({ data: `${data} at ${Date.now()}` }));
      let asked = 0;
      node.createTimer(10_000_000n, () =>
        socket.send(String(asked++), device.address().port, 'localhost'),
      );
    });
  }
  node.spin();
}
main();
