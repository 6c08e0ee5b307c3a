/** The 64-bit arithmetic of rslcpp's determinism test: splitmix64 and hash_combine, modulo 2^64. */
const MASK = (1n << 64n) - 1n;
const K = 0x9ddfea08eb382d69n;

function splitmix64(value: bigint): bigint {
  let x = (value + 0x9e3779b97f4a7c15n) & MASK;
  x = ((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  x = ((x ^ (x >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return x ^ (x >> 31n);
}

export function hashCombine(h1: bigint, h2: bigint): bigint {
  let a = ((h1 ^ h2) * K) & MASK;
  a ^= a >> 47n;
  let b = ((h2 ^ a) * K) & MASK;
  b ^= b >> 47n;
  b = (b * K) & MASK;
  return splitmix64(b);
}
