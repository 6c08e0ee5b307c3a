/** A whole number from 0 to 2^53 − 1 divided by it is its upper half: division by a power of two is exact. */
export const TWO_32 = 4294967296;
