// Three robots, each in a namespace with its odometry; the last one drives away. The base does not say where it is.
const rclnodejs = require('rclnodejs');

rclnodejs.init().then(() => {
  const places = {
    alpha: () => [-10, 0],
    bravo: () => [20, 30],
    charlie: (time) => [50 + 30 * time, -10],
  };
  for (const [name, place] of Object.entries(places)) {
    const node = rclnodejs.createNode('driver', name);
    const odometry = node.createPublisher('nav_msgs/msg/Odometry', `/${name}/odom`);
    let time = 0;
    node.createTimer(50_000_000n, () => {
      time += 0.05;
      const [x, y] = place(time);
      const header = { stamp: node.getClock().now().toMsg(), frame_id: 'site' };
      odometry.publish({ header, pose: { pose: { position: { x, y, z: 1 } } } });
    });
    rclnodejs.spin(node);
  }
  rclnodejs.spin(rclnodejs.createNode('operator', 'base'));
});
