/**
 * An integer with a comma between its thousands, e.g. `12,032`. A number's own `toLocaleString` loads the data of a
 * language first, which takes as long as a tenth of a short command.
 */
export function grouped(integer: number | bigint): string {
  return String(integer).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/**
 * A number with the word for what is counted, e.g. `1 message`, `12,032 callbacks`.
 *
 * @param noun - singular; its plural must end in -s
 */
export function counted(count: number | bigint, noun: string): string {
  return `${grouped(count)} ${noun}${Number(count) === 1 ? '' : 's'}`;
}
