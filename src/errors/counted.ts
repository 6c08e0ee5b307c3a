/**
 * A number with the word for what is counted, e.g. `1 message`, `12,032 callbacks`.
 *
 * @param noun - singular; its plural must end in -s
 */
export function counted(count: number | bigint, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${Number(count) === 1 ? '' : 's'}`;
}
