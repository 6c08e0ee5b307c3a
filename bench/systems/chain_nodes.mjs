// Ten nodes in a row, each of which passes on what it receives. With `asks`, each also reads the clock, draws a
// random number and computes a sine, as nodes do.
const NODES = 10;
const PERIOD_NS = 20_000_000n;

/**
 * @param {import('rclnodejs')} rclnodejs
 * @param {boolean} asks
 */
export default function chain(rclnodejs, asks) {
  return Array.from({ length: NODES }, (_, i) => {
    const node = new rclnodejs.Node(`node_${i}`);
    const output = node.createPublisher('std_msgs/msg/UInt64', `/hop_${i}`);
    let sum = 0;
    let latest = 0;
    const ask = () => {
      sum = Math.sin(sum) + Math.random();
      latest = Math.max(latest, Date.now());
    };
    if (i === 0) {
      let count = 0n;
      node.createTimer(PERIOD_NS, () => output.publish({ data: ++count }));
    } else {
      node.createSubscription('std_msgs/msg/UInt64', `/hop_${i - 1}`, (message) => {
        if (asks) ask();
        output.publish(message);
      });
    }
    return node;
  });
}
