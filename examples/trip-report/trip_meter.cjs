// Adds up how far the robot has driven, and tells on request. CommonJS, as most rclnodejs nodes.
'use strict';

const rclnodejs = require('rclnodejs');

async function main() {
  await rclnodejs.init();
  const node = rclnodejs.createNode('trip_meter');
  const publisher = node.createPublisher('std_msgs/msg/Float64', 'trip/distance');

  let last;
  let distance = 0;
  let fastest = 0;

  node.createSubscription('nav_msgs/msg/Odometry', 'odom', (odometry) => {
    const { position } = odometry.pose.pose;
    if (last !== undefined) distance += Math.hypot(position.x - last.x, position.y - last.y);
    last = position;
    fastest = Math.max(fastest, Math.abs(odometry.twist.twist.linear.x));
    publisher.publish({ data: distance });
  });

  // Answers with the trip since the last reset, and starts a new one.
  node.createService('std_srvs/srv/Trigger', 'trip/reset', (_request, response) => {
    const answer = response.template;
    answer.success = last !== undefined;
    answer.message = `${distance.toFixed(2)} m, at most ${fastest.toFixed(2)} m/s`;
    response.send(answer);
    distance = 0;
    fastest = 0;
  });

  rclnodejs.spin(node);
}

main();
