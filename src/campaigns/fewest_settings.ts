/** Whether a run that has only these settings of the failing one still fails in the same way. */
export type FailsWith = (axes: ReadonlySet<string>) => Promise<boolean>;

export interface FewestSettings {
  /** Without any one of them, the run does not fail in the same way. */
  readonly axes: readonly string[];
  /** Whether every smaller set was tried. */
  readonly proved: boolean;
  readonly runs: number;
}

/**
 * Finds the fewest axes on which a failing run must differ from a passing one: first each is left out in turn, then
 * every smaller set is tried, smallest first.
 *
 * @param differing - the axes on which the two runs differ
 * @param most - runs at most
 */
export async function fewestSettings(
  differing: readonly string[],
  most: number,
  fails: FailsWith,
): Promise<FewestSettings> {
  const known = new Map<string, boolean>([['', false]]);
  let runs = 0;
  const tried = async (axes: readonly string[]): Promise<boolean | undefined> => {
    const name = axes.join('\0');
    const before = known.get(name);
    if (before !== undefined) return before;
    if (runs === most) return undefined;
    runs++;
    const result = await fails(new Set(axes));
    known.set(name, result);
    return result;
  };
  let axes = differing;
  for (const axis of differing) {
    const others = axes.filter((each) => each !== axis);
    if (await tried(others)) axes = others;
  }
  for (const smaller of subsets(differing, axes.length - 1)) {
    const result = await tried(smaller);
    if (result === undefined) return { axes, proved: false, runs };
    if (result) return { axes: smaller, proved: true, runs };
  }
  return { axes, proved: true, runs };
}

/** All subsets of at most this size, smallest first. */
function* subsets(all: readonly string[], most: number): Generator<readonly string[]> {
  for (let size = 0; size <= most; size++) yield* ofSize(all, size);
}

function* ofSize(all: readonly string[], size: number): Generator<readonly string[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let i = 0; i + size <= all.length; i++) {
    for (const rest of ofSize(all.slice(i + 1), size - 1)) yield [all[i]!, ...rest];
  }
}
