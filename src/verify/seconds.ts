/** ns since the epoch as seconds with all digits. */
export function seconds(time: bigint): string {
  const digits = (time < 0n ? -time : time).toString().padStart(10, '0');
  return `${time < 0n ? '-' : ''}${digits.slice(0, -9)}.${digits.slice(-9)}`;
}
