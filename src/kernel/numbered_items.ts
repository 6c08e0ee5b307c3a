/** Below this, removed items at the front are left where they are. */
const FEW = 32;

/**
 * Items by ascending numbers, most of which are removed soon and in the order in which they came: requests that wait
 * for their responses, callbacks that await something.
 *
 * A `Map` makes a new table whenever it becomes empty, and each old table refers to the next one: once the collector has made
 * one of them old, it keeps all later ones until it next collects everything. That costs a run with services
 * 10 MB a second.
 */
export class NumberedItems<T> implements Iterable<readonly [number, T]> {
  // In use from `#first` to before `#end`; numbers ascend, and removed items are undefined.
  readonly #numbers: number[] = [];
  readonly #items: (T | undefined)[] = [];
  #first = 0;
  #end = 0;
  #size = 0;

  /** How many items it holds. */
  get size(): number {
    return this.#size;
  }

  /** Adds or replaces an item; fastest if its number is larger than those before. */
  set(number: number, item: T): void {
    if (this.#end > this.#first && number <= this.#numbers[this.#end - 1]!) {
      this.#insert(number, item);
      return;
    }
    this.#numbers[this.#end] = number;
    this.#items[this.#end++] = item;
    this.#size++;
  }

  get(number: number): T | undefined {
    const place = this.#placeOf(number);
    return place < 0 ? undefined : this.#items[place];
  }

  has(number: number): boolean {
    return this.get(number) !== undefined;
  }

  /** Removes the item with this number; false if there is none. */
  delete(number: number): boolean {
    const place = this.#placeOf(number);
    if (place < 0 || this.#items[place] === undefined) return false;
    this.#items[place] = undefined;
    this.#size--;
    while (this.#first < this.#end && this.#items[this.#first] === undefined) this.#first++;
    if (this.#first === this.#end) this.#first = this.#end = 0;
    else if (this.#end > FEW && 2 * this.#size < this.#end) this.#compact();
    return true;
  }

  /** In ascending order; items may be removed during the iteration. */
  *[Symbol.iterator](): IterableIterator<readonly [number, T]> {
    for (const number of this.#numbers.slice(this.#first, this.#end)) {
      const item = this.get(number);
      if (item !== undefined) yield [number, item];
    }
  }

  /** In ascending order of their numbers. */
  *values(): IterableIterator<T> {
    for (const [, item] of this) yield item;
  }

  #insert(number: number, item: T): void {
    const place = this.#placeOf(number);
    if (place >= 0) {
      if (this.#items[place] === undefined) this.#size++;
      this.#items[place] = item;
      return;
    }
    const before = ~place;
    this.#numbers.splice(before, 0, number);
    this.#items.splice(before, 0, item);
    this.#end++;
    this.#size++;
  }

  /** Index of this number; if it is missing, the complement of the index at which it would go. */
  #placeOf(number: number): number {
    let low = this.#first;
    let high = this.#end - 1;
    if (low <= high && this.#numbers[low] === number) return low;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.#numbers[middle]!;
      if (found === number) return middle;
      if (found < number) low = middle + 1;
      else high = middle - 1;
    }
    return ~low;
  }

  /** Gives up the places of removed items, even if an item before them is never removed. */
  #compact(): void {
    let to = 0;
    for (let from = this.#first; from < this.#end; from++) {
      const item = this.#items[from];
      if (item === undefined) continue;
      this.#numbers[to] = this.#numbers[from]!;
      this.#items[to++] = item;
    }
    this.#items.length = this.#numbers.length = to;
    this.#first = 0;
    this.#end = to;
  }
}
