/** Opens a stream of one HTTP/2 session every 20 ms. */
const http2 = require('node:http2');
const rclnodejs = require('rclnodejs');

const server = http2.createServer();
server.on('stream', (stream, headers) => {
  stream.respond({ ':status': 200 });
  stream.end(`answer to ${headers[':path']}`);
});
server.listen(0, async () => {
  await rclnodejs.init();
  const node = new rclnodejs.Node('driver');
  const publisher = node.createPublisher('std_msgs/msg/String', 'answers');
  const session = http2.connect(`http://localhost:${server.address().port}`);
  let asked = 0;
  node.createTimer(20_000_000n, () => {
    const stream = session.request({ ':path': `/${asked++}` });
    let text = '';
    stream.on('data', (data) => {
      text += data;
    });
    stream.on('end', () => publisher.publish({ data: `${text} at ${Date.now()}` }));
    stream.end();
  });
  node.createTimer(3_000_000n, () => publisher.publish({ data: 'tick' }));
  node.spin();
});
