// Ten nodes in a row, each passing on what it gets; and a clock that is read, as most nodes do.
const NODES = 10;
const PERIOD_NS = 20_000_000n;

/** @param {import('rclnodejs')} rclnodejs */
export default function chain(rclnodejs) {
  return Array.from({ length: NODES }, (_, i) => {
    const node = new rclnodejs.Node(`node_${i}`);
    const output = node.createPublisher('std_msgs/msg/UInt64', `/hop_${i}`);
    let latest = 0;
    if (i === 0) {
      let count = 0n;
      node.createTimer(PERIOD_NS, () => output.publish({ data: ++count }));
    } else {
      node.createSubscription('std_msgs/msg/UInt64', `/hop_${i - 1}`, (message) => {
        latest = Math.max(latest, Date.now());
        output.publish(message);
      });
    }
    return node;
  });
}
