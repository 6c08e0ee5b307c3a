// The map is kept for those who start later.
const { QoS } = require('rclnodejs');

require('./small_system.cjs')((node) => {
  const latched = new QoS();
  latched.durability = QoS.DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL;
  latched.reliability = QoS.ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_RELIABLE;
  latched.depth = 1;
  const planner = node('planner');
  let map;
  planner.after(100, () => planner.on('/map', (data) => (map = data), latched));
  const server = node('server');
  const tell = server.topic('/map', latched);
  server.after(100, () => tell(7));
  planner.after(900, () => {
    if (map === undefined) throw new Error('there is no map');
  });
});
