const rclnodejs = require('rclnodejs');

/** Two nodes publish every 100 ms, at the same instants; `receive(from, count, out)` is told. */
module.exports = async function twoTimers(receive) {
  await rclnodejs.init();
  const sink = new rclnodejs.Node('sink');
  const out = sink.createPublisher('std_msgs/msg/Int32', '/out');
  for (const name of ['a', 'b']) {
    const node = new rclnodejs.Node(name);
    const publisher = node.createPublisher('std_msgs/msg/Int32', `/${name}`);
    let count = 0;
    node.createTimer(100_000_000n, () => publisher.publish({ data: ++count }));
    sink.createSubscription('std_msgs/msg/Int32', `/${name}`, ({ data }) => {
      receive(name, data, (value) => out.publish({ data: value }));
    });
    node.spin();
  }
  sink.spin();
};
