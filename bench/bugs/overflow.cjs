// A scanner sends what it has found at once; with few seeds that is more than a queue of ten holds.
const rclnodejs = require('rclnodejs');

require('./small_system.cjs')((node) => {
  const qos = new rclnodejs.QoS(
    rclnodejs.QoS.HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_LAST,
    10,
    rclnodejs.QoS.ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_RELIABLE,
  );
  const scanner = node('scanner');
  const found = scanner.topic('/found', qos);
  const count = scanner.topic('/count');
  const map = node('map');
  let heard = 0;
  map.on('/found', () => heard++, qos);
  let told = 0;
  map.on('/count', (sent) => (told = sent));
  map.after(200, () => {
    if (heard !== told) throw new Error('something was never heard');
  });
  scanner.after(100, () => {
    let sent = 0;
    while (sent < 8 || Math.random() < 0.25) found(++sent);
    count(sent);
  });
});
