/** Fills the begin of a larger array; returns it. */
export function copyInto<T extends Float64Array | Int32Array>(bigger: T, old: T): T {
  bigger.set(old);
  return bigger;
}
