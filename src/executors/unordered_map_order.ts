/** Bucket counts that libstdc++'s growth policy goes through. */
const BUCKET_COUNTS = [
  1, 13, 29, 59, 127, 257, 541, 1109, 2357, 5087, 10273, 20753, 42043, 85229, 172933,
];

/**
 * Iteration order of a `std::unordered_map` of libstdc++ whose keys were inserted in the given
 * order, as indices into `keys`. A key is its own hash, as addresses are.
 *
 * One list holds all nodes. A node whose bucket is empty goes to the front of the list, any other
 * one before the first node of its bucket; growing inserts the nodes again, in list order.
 */
export function unorderedMapOrder(keys: readonly number[]): number[] {
  let list: number[] = [];
  let growth = 0;
  for (let index = 0; index < keys.length; index++) {
    if (list.length + 1 > BUCKET_COUNTS[growth]!) {
      while (list.length + 1 > BUCKET_COUNTS[growth]!) growth++;
      list = insertAll(list, keys, BUCKET_COUNTS[growth]!);
    }
    insert(list, index, keys, BUCKET_COUNTS[growth]!);
  }
  return list;
}

function insertAll(order: readonly number[], keys: readonly number[], buckets: number): number[] {
  const list: number[] = [];
  for (const index of order) insert(list, index, keys, buckets);
  return list;
}

function insert(list: number[], index: number, keys: readonly number[], buckets: number): void {
  const bucket = keys[index]! % buckets;
  const mate = list.findIndex((other) => keys[other]! % buckets === bucket);
  list.splice(Math.max(0, mate), 0, index);
}
