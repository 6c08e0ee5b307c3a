/** Builds the peers of other vendors; says which there are and why one is missing. */
export function ddsPeers(): {
  cyclone: string | undefined;
  fast: string | undefined;
  /** A small node of ROS 2: its options are at the top of `test/dds_peers/ros_peer.c`. */
  ros: string | undefined;
  /** A smaller one on Fast DDS: `test/dds_peers/fastros_node.cpp`. */
  fastros: string | undefined;
  /** A managed node with an action and transforms. */
  arm: string | undefined;
  /** The controller of examples/orchestrator as a compiled node. */
  controller: string | undefined;
  tshark: boolean;
  missing: Record<string, string>;
};
