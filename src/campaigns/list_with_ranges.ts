import type { ConfigNode, ConfigReader } from '../models/index.js';

/** e.g. `0..99`. */
const RANGE = /^(-?\d+)\.\.(-?\d+)$/;

/** Whole numbers, both ends included. */
interface NumberRange {
  readonly from: number;
  readonly to: number;
}

/** The range of a text `0..99`; undefined: it is something else; one without numbers: it is refused. */
function rangeOf(node: ConfigNode, reader: ConfigReader, most: number): NumberRange | undefined {
  const match = typeof node.value === 'string' ? RANGE.exec(node.value) : null;
  if (match === null) return undefined;
  const range = { from: Number(match[1]), to: Number(match[2]) };
  const refuse = (why: string) => {
    reader.refuse(node, `The range ${match[0]} ${why}`);
    return { from: 0, to: -1 };
  };
  if (![range.from, range.to].every(Number.isSafeInteger)) {
    return refuse('has numbers of more than 53 bits; list them in quotes.');
  }
  if (range.to < range.from) return refuse('does not go up; write it as 0..99.');
  if (range.to - range.from >= most) return refuse(`has more than ${most} numbers; give fewer.`);
  return range;
}

/** Finds values that are given twice, without looking at each number of a range. */
class GivenOnce {
  readonly #values = new Set<string>();
  readonly #ranges: NumberRange[] = [];

  /** The number of it that was there before; undefined if none was. */
  addRange({ from, to }: NumberRange): number | undefined {
    const [other] = this.#ranges.filter((each) => each.from <= to && each.to >= from);
    this.#ranges.push({ from, to });
    if (other !== undefined) return Math.max(other.from, from);
    const [value] = [...this.#values].filter((each) => isWithin(each, { from, to }));
    return value === undefined ? undefined : Number(value);
  }

  /** Whether it was there before. */
  add(value: unknown): boolean {
    const text = String(value);
    const isTwice = this.#values.has(text) || this.#ranges.some((each) => isWithin(text, each));
    this.#values.add(text);
    return isTwice;
  }
}

function isWithin(text: string, { from, to }: NumberRange): boolean {
  return /^-?\d+$/.test(text) && Number(text) >= from && Number(text) <= to;
}

/**
 * What a list gives, with ranges such as `0..99` among its items, or one range alone. Each value once: the runs of
 * another would count twice.
 *
 * @param item - reads an item that is not a range
 * @returns undefined if it is neither, or is refused
 */
export function listWithRanges<T extends string | number | boolean>(
  node: ConfigNode,
  reader: ConfigReader,
  item: (node: ConfigNode) => T | undefined,
  most: number,
): (T | number)[] | undefined {
  if (node.items?.length === 0) return reader.refuse(node, 'Give at least one value.');
  const found: (T | number)[] = [];
  const given = new GivenOnce();
  for (const each of node.items ?? [node]) {
    const range = rangeOf(each, reader, most - found.length);
    if (range !== undefined) {
      const twice = given.addRange(range);
      if (twice !== undefined) return reader.refuse(each, `${twice} is given twice.`);
      for (let number = range.from; number <= range.to; number++) found.push(number);
      continue;
    }
    if (node.items === undefined) return undefined;
    const value = item(each);
    if (value === undefined) continue;
    if (given.add(value)) return reader.refuse(each, `${String(value)} is given twice.`);
    if (found.length === most) return reader.refuse(node, `Give at most ${most} values.`);
    found.push(value);
  }
  return found;
}
