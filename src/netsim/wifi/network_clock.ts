/** Virtual time as a network simulator needs it. */
export interface NetworkClock {
  /** ns since the start. */
  readonly now: number;
  /** Calls back at a later time; calls for one time come in the order in which they were asked for. */
  at(time: number, action: () => void): void;
}
