/** Builds the peers of other vendors; returns their paths, and why any is missing. */
export function ddsPeers(): {
  cyclone: string | undefined;
  fast: string | undefined;
  /** A small ROS 2 node; the top of `test/dds_peers/ros_peer.c` describes its options. */
  ros: string | undefined;
  /** An even smaller node on Fast DDS: `test/dds_peers/fastros_node.cpp`. */
  fastros: string | undefined;
  /** A managed node with an action and transforms. */
  arm: string | undefined;
  /** The controller of examples/orchestrator as a compiled node. */
  controller: string | undefined;
  tshark: boolean;
  missing: Record<string, string>;
};
