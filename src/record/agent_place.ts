/** Where an agent of a network is, if no message says so; in m, in the frame of the network. */
export interface AgentPlace {
  /** It stays there. */
  readonly at?: readonly [x: number, y: number, z: number];
  /** Or it moves in straight lines between these points; times in ns since the start. */
  readonly trajectory?: readonly {
    readonly time: number;
    readonly at: readonly [x: number, y: number, z: number];
  }[];
}
