let depth = 0;

/**
 * Runs `work` with the guard's I/O wrappers disabled: for Orrery's own use
 * of libraries that call built-in modules. Covers the synchronous part of `work` only.
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
