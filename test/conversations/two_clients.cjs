/** Two clients of a server that answers late, and each answer to both. */
const net = require('node:net');
const rclnodejs = require('rclnodejs');

const sockets = [];
const server = net.createServer((socket) => {
  sockets.push(socket);
  socket.on('data', (data) => {
    setTimeout(() => sockets.forEach((each) => void each.write(`${data}\n`)), 30);
  });
});
server.listen(0, '127.0.0.1', async () => {
  await rclnodejs.init();
  const node = new rclnodejs.Node('clients');
  const publisher = node.createPublisher('std_msgs/msg/String', 'answers');
  const clients = ['a', 'b'].map((name) => {
    const client = net.connect(server.address().port, '127.0.0.1');
    client.on('data', (data) => publisher.publish({ data: `${name} ${data} at ${Date.now()}` }));
    return client;
  });
  let asked = 0;
  node.createTimer(7_000_000n, () => clients[asked % 2].write(String(asked++)));
  node.createTimer(3_000_000n, () => publisher.publish({ data: 'tick' }));
  node.spin();
});
