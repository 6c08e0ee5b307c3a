// Awaits a service that nobody offers.
const rclnodejs = require('rclnodejs');

rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('caller');
  const client = node.createClient('std_srvs/srv/Trigger', '/nobody');
  client.sendRequestAsync({});
  node.spin();
});
