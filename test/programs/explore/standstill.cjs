// The same in JavaScript as standstill.py.
const rclnodejs = require('rclnodejs');

rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('hearer');
  const say = (what) => console.log(String(what), Number(node.now().nanoseconds) / 1e6);
  node.createTimer(100_000_000n, () => say('tick'));
  node.createSubscription('std_msgs/msg/Int64', 'number', ({ data }) => say(data));
  node.spin();
});
