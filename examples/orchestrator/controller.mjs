/** Brings the cart to 1 m: from where it is, it computes the force. */
import rclnodejs from 'rclnodejs';

await rclnodejs.init();
const node = new rclnodejs.Node('controller');
const force = node.createPublisher('std_msgs/msg/Float64', 'force');
let before = 0;
node.createSubscription('std_msgs/msg/Float64', 'position', ({ data }) => {
  const speed = (data - before) / 0.02;
  before = data;
  force.publish({ data: 4 * (1 - data) - 3 * speed });
});
rclnodejs.spin(node);
