/** The whole system in one process: a car drives through the town and KISS-ICP tells where it is. */
import rclnodejs from 'rclnodejs';
import { KissIcpNode } from './nodes/kiss_icp_node.js';
import { PathFollowerNode } from './nodes/path_follower_node.js';
import { TownNode } from './nodes/town_node.js';
import { TrajectoryMonitorNode } from './nodes/trajectory_monitor_node.js';

await rclnodejs.init(rclnodejs.Context.defaultContext(), [
  ...process.argv,
  '--ros-args',
  '-r',
  'pointcloud_topic:=/points',
  '-r',
  'path_follower:odometry:=/ground_truth/odometry',
]);
const nodes = [TownNode, PathFollowerNode, KissIcpNode, TrajectoryMonitorNode];
for (const node of nodes.map((NodeClass) => new NodeClass())) node.spin();
