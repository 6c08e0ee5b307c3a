/** Recorded scans through KISS-ICP: `-p scan_player:folder:=...`, optionally with ground truth. */
import rclnodejs from 'rclnodejs';
import { KissIcpNode } from './nodes/kiss_icp_node.js';
import { ScanPlayerNode } from './nodes/scan_player_node.js';
import { TrajectoryMonitorNode } from './nodes/trajectory_monitor_node.js';

await rclnodejs.init(rclnodejs.Context.defaultContext(), [
  ...process.argv,
  '--ros-args',
  '-r',
  'pointcloud_topic:=/points',
]);
const nodes = [ScanPlayerNode, KissIcpNode, TrajectoryMonitorNode];
for (const node of nodes.map((NodeClass) => new NodeClass())) node.spin();
