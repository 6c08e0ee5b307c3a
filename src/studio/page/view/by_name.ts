const NAMES = new Intl.Collator('en', { numeric: true });

/** Compares names for listing: `/robot_9` comes before `/robot_10`. */
export function byName(a: string, b: string): number {
  return NAMES.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}
