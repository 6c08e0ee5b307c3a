/** The place of a network's agent that no message reports; in m, in the frame of the network. */
export interface AgentPlace {
  /** The agent stays there. */
  readonly at?: readonly [x: number, y: number, z: number];
  /** Or the agent moves in straight lines between these points; times in ns since the start. */
  readonly trajectory?: readonly {
    readonly time: number;
    readonly at: readonly [x: number, y: number, z: number];
  }[];
}
