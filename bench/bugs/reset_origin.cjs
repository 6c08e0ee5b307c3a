// A filter is reset by a service; the first pose after a reset is the origin, unless an IMU reading came first.
const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const filter = rclnodejs.createNode('filter');
  let isFresh = false;
  let moved = false;
  filter.createService('std_srvs/srv/Empty', 'reset', (_, response) => {
    isFresh = true;
    moved = false;
    response.send(response.template);
  });
  filter.createSubscription('sensor_msgs/msg/Imu', 'imu', () => (moved = isFresh));
  filter.createSubscription('nav_msgs/msg/Odometry', 'odom', () => {
    if (isFresh && moved) throw new Error('the origin was lost');
    isFresh = false;
  });
  filter.spin();
  const wheels = rclnodejs.createNode('wheels');
  const odometry = wheels.createPublisher('nav_msgs/msg/Odometry', 'odom');
  wheels.createTimer(50_000_000n, () =>
    odometry.publish(rclnodejs.createMessageObject('nav_msgs/msg/Odometry')),
  );
  wheels.spin();
  const inertial = rclnodejs.createNode('inertial');
  const imus = inertial.createPublisher('sensor_msgs/msg/Imu', 'imu');
  inertial.createTimer(70_000_000n, () =>
    imus.publish(rclnodejs.createMessageObject('sensor_msgs/msg/Imu')),
  );
  inertial.spin();
  const operator = rclnodejs.createNode('operator');
  const client = operator.createClient('std_srvs/srv/Empty', 'reset');
  operator.createTimer(300_000_000n, () => client.sendRequest({}, () => {}));
  operator.spin();
});
