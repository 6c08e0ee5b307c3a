/** Builds the peers of other vendors; says which there are and why one is missing. */
export function ddsPeers(): {
  cyclone: string | undefined;
  fast: string | undefined;
  tshark: boolean;
  missing: Record<string, string>;
};
