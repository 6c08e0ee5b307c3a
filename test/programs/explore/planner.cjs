// Tells a new goal every 100 ms.
const rclnodejs = require('rclnodejs');

(async () => {
  await rclnodejs.init();
  const planner = new rclnodejs.Node('planner');
  const plan = planner.createPublisher('std_msgs/msg/Int32', '/plan');
  let goals = 0;
  planner.createTimer(100_000_000n, () => plan.publish({ data: ++goals }));
  planner.spin();
})();
