// Reports an obstacle every 130 ms, with the time at which it was felt.
import rclnodejs from 'rclnodejs';

await rclnodejs.init();
const node = rclnodejs.createNode('bumper');
const publisher = node.createPublisher('geometry_msgs/msg/PointStamped', 'obstacle');
node.createTimer(130_000_000n, () => {
  const stamp = node.getClock().now().toMsg();
  publisher.publish({ header: { stamp, frame_id: 'bumper' }, point: { x: 0.1, y: 0, z: 0 } });
});
rclnodejs.spin(node);
