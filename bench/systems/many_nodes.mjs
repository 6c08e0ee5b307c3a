// Many nodes, each with a 10 Hz timer that publishes to the next node. Parameters: nodes, seconds.
import rclnodejs from 'rclnodejs';

export default {
  timeoutSeconds: ({ parameters }) => Number(parameters.get('seconds')),
  async nodes({ parameters }) {
    await rclnodejs.init();
    const count = Number(parameters.get('nodes'));
    return Array.from({ length: count }, (_, i) => {
      const node = new rclnodejs.Node(`node_${i}`);
      const publisher = node.createPublisher('std_msgs/msg/UInt64', `/topic_${i}`);
      let sum = 0n;
      node.createSubscription('std_msgs/msg/UInt64', `/topic_${(i + 1) % count}`, ({ data }) => {
        sum += data;
      });
      node.createTimer(100_000_000n, () => publisher.publish({ data: sum }));
      return node;
    });
  },
};
