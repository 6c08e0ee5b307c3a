// Announces another configuration of ros2_def; no node tells which one.
const rclnodejs = require('rclnodejs');

rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('recon');
  const type = 'orchestrator_interfaces/srv/ReconfigurationAnnouncement';
  const client = node.createClient(type, 'announce_reconfig');
  const timer = node.createTimer(100_000_000n, () => {
    client.sendRequest({}, () => {});
    node.destroyTimer(timer);
  });
  node.spin();
});
