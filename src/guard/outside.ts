let depth = 0;

/**
 * Runs `work` with the guard's wrappers of I/O letting everything through: for Orrery's own use
 * of libraries that call builtin modules. Covers the synchronous part of `work` only.
 */
export function outside<T>(work: () => T): T {
  depth += 1;
  try {
    return work();
  } finally {
    depth -= 1;
  }
}

/** Whether Orrery itself, not user code, is calling. */
export function isOutside(): boolean {
  return depth > 0;
}
