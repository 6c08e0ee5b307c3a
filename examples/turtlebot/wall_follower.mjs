import rclnodejs from 'rclnodejs';

/** Follows the wall to its right, half a metre away. */
const WANTED = 0.5;

await rclnodejs.init();
const node = rclnodejs.createNode('wall_follower');
const velocity = node.createPublisher('geometry_msgs/msg/Twist', 'cmd_vel');

/** The nearest thing between two angles in degrees, to the left of straight ahead. */
function nearest({ ranges, angle_min, angle_increment }, from, to) {
  let least = Infinity;
  for (let degree = from; degree <= to; degree++) {
    const angle = ((((degree + 360) % 360) * Math.PI) / 180 - angle_min) / angle_increment;
    const range = ranges[Math.min(Math.round(angle), ranges.length - 1)];
    if (range > 0) least = Math.min(least, range);
  }
  return least;
}

node.createSubscription('sensor_msgs/msg/LaserScan', 'scan', (scan) => {
  const ahead = nearest(scan, -25, 25);
  const right = nearest(scan, -100, -45);
  const speed = ahead < 0.7 ? 0.05 : 0.2;
  const turn = ahead < 0.7 ? 0.8 : 1.2 * Math.max(-0.5, Math.min(0.5, WANTED - right));
  velocity.publish({ linear: { x: speed, y: 0, z: 0 }, angular: { x: 0, y: 0, z: turn } });
});

let last;
node.createSubscription('nav_msgs/msg/Odometry', 'odom', ({ pose }) => {
  last = pose.pose.position;
});
node.createTimer(5_000_000_000n, () => {
  const time = Number(node.getClock().now().nanoseconds / 1_000_000_000n);
  console.log(`${time} s: ${last.x.toFixed(2)}, ${last.y.toFixed(2)}`);
});
rclnodejs.spin(node);
