// A queue of one is enough for two senders, of which one is always heard in time, and not for three.
const rclnodejs = require('rclnodejs');

require('./small_system.cjs')((node) => {
  const { QoS } = rclnodejs;
  const one = new QoS(
    QoS.HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_LAST,
    1,
    QoS.ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_RELIABLE,
  );
  const brake = node('brake');
  const heard = [];
  brake.on('/speed', (from) => heard.push(from), one);
  for (const [index, name] of ['left', 'right', 'rear'].entries()) {
    const sender = node(name);
    const speed = sender.topic('/speed', one);
    sender.after(200, () => speed(index));
  }
  brake.after(500, () => {
    if (heard.length < 2) throw new Error('two of three were never heard');
  });
});
