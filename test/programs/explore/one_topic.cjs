// Two nodes publish on one topic at the same instants; the last one counts.
const rclnodejs = require('rclnodejs');

class Sink extends rclnodejs.Node {
  constructor() {
    super('sink');
    this.createSubscription('std_msgs/msg/String', '/in', ({ data }) => {
      this.last = data;
    });
  }

  simulationState() {
    return this.last;
  }
}

(async () => {
  await rclnodejs.init();
  const sink = new Sink();
  for (const name of ['a', 'b']) {
    const node = new rclnodejs.Node(name);
    const publisher = node.createPublisher('std_msgs/msg/String', '/in');
    node.createTimer(100_000_000n, () => publisher.publish({ data: name }));
    node.spin();
  }
  sink.spin();
})();
