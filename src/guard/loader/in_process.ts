/** A query that makes the same file another module for another simulated process. */
const MARK = /\?orrery-process=(\d+)$/;

/** `url` as the process of this number imports it; process 0 has no mark. */
export function inProcess(url: string, number: number): string {
  return number === 0 ? url : `${url}?orrery-process=${number}`;
}

/** The number of the process that imported `url`. */
export function processOf(url: string | undefined): number {
  return Number(MARK.exec(url ?? '')?.[1] ?? 0);
}
