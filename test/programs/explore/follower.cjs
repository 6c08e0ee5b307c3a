// Minds a goal that it is told twice, one that is older than the last, and silence of 350 ms.
const rclnodejs = require('rclnodejs');

(async () => {
  await rclnodejs.init();
  const node = new rclnodejs.Node('follower');
  let last = 0;
  let silent = 0;
  node.createSubscription('std_msgs/msg/Int32', '/plan', ({ data }) => {
    silent = 0;
    if (data === last) throw new Error('the same goal twice');
    if (data < last && data > 1) throw new Error('an older goal');
    last = data;
  });
  node.createTimer(50_000_000n, () => {
    if (++silent > 7) throw new Error('the planner is silent');
  });
  node.spin();
})();
