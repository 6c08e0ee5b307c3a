/** HTTP/2 whose server answers later and in pieces, pings in between, and a new session for each question. */
const http2 = require('node:http2');
const rclnodejs = require('rclnodejs');

const server = http2.createServer();
server.on('stream', (stream, headers) => {
  setTimeout(() => stream.respond({ ':status': 200 }, { waitForTrailers: true }), 2);
  setTimeout(() => stream.write('x'.repeat(100_000)), 4);
  setTimeout(() => stream.end(headers[':path']), 6);
  stream.on('wantTrailers', () => stream.sendTrailers({ done: 'yes' }));
});
server.listen(0, async () => {
  await rclnodejs.init();
  const node = new rclnodejs.Node('driver');
  const publisher = node.createPublisher('std_msgs/msg/String', 'answers');
  const say = (data) => publisher.publish({ data: `${data} at ${Date.now()}` });
  let asked = 0;
  node.createTimer(20_000_000n, () => {
    const session = http2.connect(`http://localhost:${server.address().port}`);
    const stream = session.request({ ':path': `/${asked++}` });
    const pieces = [];
    stream.on('response', ({ ':status': status }) => say(status));
    stream.on('data', (data) => pieces.push(data.length));
    stream.on('trailers', ({ done }) => say(`trailers ${done}`));
    stream.on('end', () => {
      say(pieces.join(' '));
      session.ping((error, ms) => {
        say(`ping ${error} ${ms}`);
        session.close();
      });
    });
    session.on('close', () => say('closed'));
  });
  node.createTimer(3_000_000n, () => publisher.publish({ data: 'tick' }));
  node.spin();
});
