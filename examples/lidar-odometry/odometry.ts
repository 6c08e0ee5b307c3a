/** KISS-ICP alone, for a recording or a real LiDAR: remap `pointcloud_topic` to its topic. */
import rclnodejs from 'rclnodejs';
import { KissIcpNode } from './nodes/kiss_icp_node.js';

await rclnodejs.init();
new KissIcpNode().spin();
