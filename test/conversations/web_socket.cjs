/** A driver that asks a device over a WebSocket. */
const { once } = require('node:events');
const { WebSocket, WebSocketServer } = require('ws');
const rclnodejs = require('rclnodejs');

async function main() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (socket) => socket.on('message', (data) => socket.send(`re ${data}`)));
  await once(server, 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${server.address().port}`);
  await once(client, 'open');
  await rclnodejs.init();
  const node = new rclnodejs.Node('driver');
  const publisher = node.createPublisher('std_msgs/msg/String', 'answers');
  client.on('message', (data) => publisher.publish({ data: `${data} at ${Date.now()}` }));
  let asked = 0;
  node.createTimer(10_000_000n, () => client.send(asked++));
  node.createTimer(3_000_000n, () => publisher.publish({ data: 'tick' }));
  node.spin();
}
main();
