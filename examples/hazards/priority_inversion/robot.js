// One process with the two things a robot does: navigation, which may wait, and the emergency stop.
import rclnodejs from 'rclnodejs';

await rclnodejs.init();

const navigation = rclnodejs.createNode('navigation');
const path = navigation.createPublisher('nav_msgs/msg/Path', 'path');
const map = navigation.createPublisher('nav_msgs/msg/OccupancyGrid', 'map');
navigation.createTimer(200_000_000n, () => path.publish({}));
navigation.createTimer(200_000_000n, () => map.publish({}));

const stop = rclnodejs.createNode('emergency_stop');
const brake = stop.createPublisher('geometry_msgs/msg/TwistStamped', 'stop');
stop.createSubscription('geometry_msgs/msg/PointStamped', 'obstacle', ({ header }) => {
  brake.publish({ header });
});

rclnodejs.spin(navigation);
rclnodejs.spin(stop);
