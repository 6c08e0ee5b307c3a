/** Reads several answers at once that come in parts. */
import { once } from 'node:events';
import http from 'node:http';
import rclnodejs from 'rclnodejs';

const server = http.createServer(async (request, response) => {
  for (let part = 0; part < 5; part++) {
    response.write(`${request.url} ${part}`);
    await new Promise((resolve) => setTimeout(resolve, 7));
  }
  response.end();
});
await once(server.listen(0, '127.0.0.1'), 'listening');
await rclnodejs.init();
const node = new rclnodejs.Node('reader');
const publisher = node.createPublisher('std_msgs/msg/String', 'answers');
let asked = 0;
node.createTimer(20_000_000n, async () => {
  const { body } = await fetch(`http://127.0.0.1:${server.address().port}/${asked++}`);
  for await (const part of body) publisher.publish({ data: `${part} at ${Date.now()}` });
});
node.createTimer(3_000_000n, () => publisher.publish({ data: 'tick' }));
node.spin();
