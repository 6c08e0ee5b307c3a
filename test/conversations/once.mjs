/** Awaits a server, a connection and an answer, one after the other. */
import { once } from 'node:events';
import net from 'node:net';
import rclnodejs from 'rclnodejs';

await rclnodejs.init();
const node = new rclnodejs.Node('driver');
const publisher = node.createPublisher('std_msgs/msg/String', 'answers');
const server = net.createServer((socket) => socket.end('hello'));
server.listen(0);
await once(server, 'listening');
const client = net.connect(server.address().port);
const [answer] = await once(client, 'data');
publisher.publish({ data: String(answer) });
await once(client, 'close');
server.close();
await once(server, 'close');
publisher.publish({ data: `closed at ${Date.now()}` });
node.createTimer(100_000_000n, () => publisher.publish({ data: 'tick' }));
node.spin();
