// A map comes in three parts on a latched topic that keeps two; who joins after the third misses the first.
const rclnodejs = require('rclnodejs');

require('./small_system.cjs')((node) => {
  const { QoS } = rclnodejs;
  const latched = new QoS(
    QoS.HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_LAST,
    2,
    QoS.ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_RELIABLE,
    QoS.DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL,
  );
  const mapper = node('mapper');
  const part = mapper.topic('/part', latched);
  let parts = 0;
  mapper.every(100, () => parts < 3 && part(++parts));
  const planner = node('planner');
  const heard = new Set();
  planner.after(300, () => planner.on('/part', (number) => heard.add(number), latched));
  planner.after(600, () => {
    if (!heard.has(2) || heard.size < 2) throw new Error('not even two parts');
    if (heard.has(3) && !heard.has(1) && heard.size < 3)
      throw new Error('a part of the map is missing');
  });
});
