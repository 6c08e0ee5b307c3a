// Captured at load time: a guard may change `Math`.
const { floor } = Math;

/** The polynomial of CRC-32; its highest bit is the constant term. */
const POLYNOMIAL = 0xedb88320 | 0;
const ONE = 0x80000000 | 0;
/** x to the power of 8 · 2^i, which shifts by 2^i bytes; more are made when they are needed. */
const SHIFTS = [0x00800000];

/** The product of two polynomials modulo that of the CRC. */
function multiply(first: number, second: number): number {
  let product = 0;
  let factor = second;
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if ((first & bit) !== 0) product ^= factor;
    factor = (factor & 1) === 0 ? factor >>> 1 : (factor >>> 1) ^ POLYNOMIAL;
  }
  return product;
}

/**
 * The CRC-32 of some bytes and others that follow them, from those of both: so another thread can read the bytes.
 *
 * @param bytes - the number of those that follow
 */
export function combineCrc(first: number, second: number, bytes: number): number {
  let shift = ONE;
  for (let i = 0, left = bytes; left > 0; left = floor(left / 2), i++) {
    SHIFTS[i] ??= multiply(SHIFTS[i - 1]!, SHIFTS[i - 1]!);
    if (left % 2 === 1) shift = multiply(SHIFTS[i]!, shift);
  }
  return (multiply(shift, first) ^ second) >>> 0;
}
