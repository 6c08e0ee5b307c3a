const rclnodejs = require('rclnodejs');

/** A node that publishes what `text` gives (or promises) every 100 ms. */
module.exports = async function publish(text) {
  await rclnodejs.init();
  const node = new rclnodejs.Node('suspect');
  const publisher = node.createPublisher('std_msgs/msg/String', 'said');
  const send = (said) => publisher.publish({ data: String(said) });
  node.createTimer(100_000_000n, () => {
    const said = text();
    return said instanceof Promise ? said.then(send) : send(said);
  });
  node.spin();
};
