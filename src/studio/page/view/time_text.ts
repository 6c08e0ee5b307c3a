/** A time of a run in seconds: exact, or with as many digits as matter at this scale. */
export function timeText(ns: number, resolution?: number): string {
  if (resolution === undefined) return `${Number((ns / 1e9).toFixed(9))} s`;
  const digits = Math.max(0, Math.min(9, 9 - Math.floor(Math.log10(Math.max(1, resolution)))));
  return `${(ns / 1e9).toFixed(digits)} s`;
}

/** A duration in a suitable unit. */
export function durationText(ns: number): string {
  if (ns === 0) return '0';
  const magnitude = Math.abs(ns);
  if (magnitude < 1e3) return `${ns} ns`;
  if (magnitude < 1e6) return `${trimmed(ns / 1e3)} µs`;
  if (magnitude < 1e9) return `${trimmed(ns / 1e6)} ms`;
  return `${trimmed(ns / 1e9)} s`;
}

function trimmed(value: number): string {
  return String(Number(value.toPrecision(6)));
}

/** Positions of about `count` ticks, which are 1, 2 or 5 times a power of ten apart. */
export function ticksOf(from: number, to: number, count: number): { step: number; at: number[] } {
  const rough = Math.max((to - from) / count, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((each) => each >= rough)!;
  const at: number[] = [];
  for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) at.push(tick);
  return { step, at };
}
