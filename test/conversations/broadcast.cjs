/** Hears itself through a channel that reaches other threads. */
const rclnodejs = require('rclnodejs');

async function main() {
  await rclnodejs.init();
  const node = new rclnodejs.Node('talker');
  const publisher = node.createPublisher('std_msgs/msg/String', 'answers');
  const say = (data) => publisher.publish({ data: `${data} at ${Date.now()}` });
  const [speaker, hearer] = [new BroadcastChannel('x'), new BroadcastChannel('x')];
  hearer.onmessage = ({ data }) => say(data);
  let said = 0;
  node.createTimer(10_000_000n, () => speaker.postMessage(said++));
  node.createTimer(3_000_000n, () => say('tick'));
  node.spin();
}
main();
