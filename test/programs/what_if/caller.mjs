// Calls a service every 200 ms and prints when the response came, or that none came within 300 ms.
import rclnodejs from 'rclnodejs';

await rclnodejs.init();
const server = rclnodejs.createNode('server');
server.createService('example_interfaces/srv/AddTwoInts', 'add', ({ a, b }, response) => {
  const sum = response.template;
  sum.sum = a + b;
  response.send(sum);
});
const node = rclnodejs.createNode('caller');
const ms = () => Number(node.getClock().now().nanoseconds) / 1e6;
const client = node.createClient('example_interfaces/srv/AddTwoInts', 'add');
let calls = 0;
const timer = node.createTimer(200_000_000n, () => {
  const call = ++calls;
  if (call === 4) timer.cancel();
  let answered = false;
  client.sendRequest({ a: BigInt(call), b: 1n }, ({ sum }) => {
    answered = true;
    console.log(`${call}: ${sum} at ${ms()}`);
  });
  setTimeout(() => !answered && console.log(`${call}: none at ${ms()}`), 300);
});
rclnodejs.spin(server);
rclnodejs.spin(node);
