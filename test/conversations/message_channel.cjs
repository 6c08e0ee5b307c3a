/** Sends itself messages through two channels and publishes them as they arrive. */
const rclnodejs = require('rclnodejs');

async function main() {
  await rclnodejs.init();
  const node = new rclnodejs.Node('talker');
  const publisher = node.createPublisher('std_msgs/msg/String', 'answers');
  for (const name of ['a', 'b']) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => publisher.publish({ data: `${name} ${data} at ${Date.now()}` });
    let asked = 0;
    node.createTimer(10_000_000n, () => port2.postMessage(asked++));
  }
  node.createTimer(3_000_000n, () => publisher.publish({ data: 'tick' }));
  node.spin();
}
main();
