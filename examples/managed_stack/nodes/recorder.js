// An ordinary node, started when the detector becomes active: counts detections.
import rclnodejs from 'rclnodejs';

await rclnodejs.init();
const node = new rclnodejs.Node('recorder');
const counts = node.createPublisher('std_msgs/msg/UInt32', 'detections');
let count = 0;
node.createSubscription('std_msgs/msg/Bool', 'bright', ({ data }) => {
  if (data) counts.publish({ data: ++count });
});
rclnodejs.spin(node);
