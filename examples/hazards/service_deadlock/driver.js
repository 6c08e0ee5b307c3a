// Asks for a plan in a timer callback, and waits there for the answer.
import rclnodejs from 'rclnodejs';

await rclnodejs.init();
const node = rclnodejs.createNode('driver');
const client = node.createClient('nav_msgs/srv/GetPlan', 'plan');
const path = node.createPublisher('nav_msgs/msg/Path', 'path');
const at = (x) => ({
  header: { stamp: { sec: 0, nanosec: 0 }, frame_id: 'map' },
  pose: { position: { x, y: 0, z: 0 }, orientation: { x: 0, y: 0, z: 0, w: 1 } },
});
node.createTimer(1_000_000_000n, async () => {
  const answer = await new Promise((resolve) =>
    client.sendRequest({ start: at(0), goal: at(5), tolerance: 0.1 }, resolve),
  );
  path.publish(answer.plan);
});
rclnodejs.spin(node);
