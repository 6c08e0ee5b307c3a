/** The real network that a run takes part in. Plain data. */
export interface LiveSettings {
  readonly domain: number;
  /** Names or addresses; the loopback only when there is none: nothing leaves the machine unasked. */
  readonly interfaces?: readonly string[] | undefined;
  /** Whether others are looked for by multicast. Default true. */
  readonly multicast?: boolean | undefined;
  /** IPv4 addresses at which others are looked for. */
  readonly peers?: readonly string[] | undefined;
}
