/** A query that makes the same file a separate module for each simulated process. */
const MARK = /\?orrery-process=(\d+)$/;

/** The `url` that the process with this number imports; process 0 has no mark. */
export function inProcess(url: string, number: number): string {
  return number === 0 ? url : `${url}?orrery-process=${number}`;
}

/** The number of the process that imported `url`. */
export function processOf(url: string | undefined): number {
  return Number(MARK.exec(url ?? '')?.[1] ?? 0);
}
