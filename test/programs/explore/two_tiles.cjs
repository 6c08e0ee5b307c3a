// A latched topic keeps one of the two messages that a navigator needs.
const rclnodejs = require('rclnodejs');

rclnodejs.init().then(() => {
  const { HistoryPolicy, ReliabilityPolicy, DurabilityPolicy } = rclnodejs.QoS;
  const qos = new rclnodejs.QoS(
    HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_LAST,
    1,
    ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_RELIABLE,
    DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL,
  );
  const server = new rclnodejs.Node('server');
  const tiles = server.createPublisher('std_msgs/msg/Int32', 'tiles', { qos });
  let sent = 0;
  const timer = server.createTimer(50_000_000n, () => {
    tiles.publish({ data: ++sent });
    if (sent === 2) timer.cancel();
  });
  const navigator = new rclnodejs.Node('navigator');
  const ready = navigator.createPublisher('std_msgs/msg/Int32', 'ready');
  let known = 0;
  navigator.createSubscription('std_msgs/msg/Int32', 'tiles', { qos }, () => {
    if (++known === 2) ready.publish({ data: known });
  });
  server.spin();
  navigator.spin();
});
