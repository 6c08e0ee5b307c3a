/** The engine's queue of microtasks, drained completely between two callbacks when dirty. */
export interface Microtasks {
  /** Element 0 is nonzero when something may be waiting. */
  readonly dirty: Int32Array;
  drain(): void;
}
