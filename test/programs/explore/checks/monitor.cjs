// Ends with an exit code when a sum is odd, or throws, as its file is called.
const rclnodejs = require('rclnodejs');

module.exports = async function monitor(object) {
  await rclnodejs.init();
  const node = new rclnodejs.Node('monitor');
  node.createSubscription('std_msgs/msg/Int32', '/out', ({ data }) => {
    if (data % 2 === 1) object(data);
  });
  node.spin();
};
