/** Submessages that follow the grammar of RTPS, in an order and with numbers that a hostile peer chooses. */
import type { Victim } from './fuzz.test_support.js';
import { ENTITY } from './guid.js';

const SIZES = [1, 2, 3, 4, 5, 16, 100, 999, 1000, 1344, 65_535];

/** Writes submessages byte by byte, in the byte order of each. */
export class Grammar {
  readonly bytes: number[] = [];
  #little = true;
  #highest = 30;

  constructor(
    readonly random: () => number,
    readonly victim: Victim,
  ) {
    this.bytes.push(...Buffer.from('RTPS'), 2, 3, 1, 0x7e, ...victim.attacker);
  }

  below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  one<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  #u16(value: number): number[] {
    const bytes = [value & 255, (value >> 8) & 255];
    return this.#little ? bytes : bytes.reverse();
  }

  #u32(value: number): number[] {
    const bytes = [0, 8, 16, 24].map((shift) => (value >>> shift) & 255);
    return this.#little ? bytes : bytes.reverse();
  }

  /** Mostly near existing numbers, so that the states of reader and writer are reached. */
  #sequence(): number[] {
    if (this.below(30) === 0)
      return [...this.#u32(this.one([-1, 1, 2 ** 20, 2 ** 31])), ...this.#u32(this.below(9))];
    if (this.below(10) === 0) this.#highest += this.below(300);
    return [...this.#u32(0), ...this.#u32(this.below(this.#highest + 3))];
  }

  #entity(): number[] {
    const { entities } = this.victim;
    const id = this.one([
      ...entities,
      ...entities,
      ENTITY.unknown,
      ENTITY.publicationsReader,
      ENTITY.publicationsWriter,
    ]);
    return [id >>> 24, (id >> 16) & 255, (id >> 8) & 255, id & 255];
  }

  #put(kind: number, flags: number, body: readonly number[]): void {
    const length = this.below(40) === 0 ? this.below(80) : Math.min(body.length, 65_532);
    this.bytes.push(kind, flags | (this.#little ? 1 : 0), ...this.#u16(length), ...body);
  }

  /** A set of numbers, with up to far more bits than allowed, possibly lacking some of its words. */
  #set(): number[] {
    const bits = this.one([0, 1, 31, 32, 33, 255, 256, 257, 4096, 65_536]);
    const words = this.one([bits >> 5, (bits + 31) >> 5, 8, 0]);
    const all = Array.from({ length: Math.min(words, 300) }, () =>
      this.#u32(this.one([-1, 0, this.below(2 ** 31)])),
    );
    return [...this.#sequence(), ...this.#u32(bits), ...all.flat()];
  }

  /** Parameters, some with lists inside or with wrong lengths. */
  #list(depth = 0): number[] {
    const all: number[] = [];
    for (let i = this.below(6); i > 0; i--) {
      const pid = this.one([
        0x05, 0x07, 0x1a, 0x1d, 0x50, 0x5a, 0x31, 0x59, 0x70, 0x71, 0x83, 0x800f, 0x2c, 0x0, 0x7fff,
        0x4002,
      ]);
      const value =
        depth < 3 && this.below(3) === 0
          ? this.#list(depth + 1)
          : Array.from({ length: 4 * this.below(9) }, () => this.below(256));
      const length =
        this.below(12) === 0 ? this.one([1, 3, 0xfffc, value.length + 8]) : value.length;
      all.push(...this.#u16(pid), ...this.#u16(length), ...value);
    }
    return this.below(8) === 0 ? all : [...all, ...this.#u16(1), ...this.#u16(0)];
  }

  #ends(): number[] {
    return [...this.#entity(), ...this.#entity()];
  }

  /** Any submessage; those about existing samples are more frequent. */
  submessage(count: number): void {
    this.#little = this.random() < 0.7;
    const kind = this.below(12);
    if (kind < 3) this.#info(kind);
    else if (kind < 7) this.#state(kind, count);
    else if (kind < 11) this.#parts(kind, count);
    else this.#data();
  }

  /** INFO_DST, INFO_SRC, INFO_REPLY */
  #info(kind: number): void {
    const { attacker, place } = this.victim;
    const own = [...place.participant.guid.prefix];
    const prefix = this.one([own, [...attacker], [...attacker], filled(0), filled(9)]);
    if (kind === 0) this.#put(0x0e, 0, this.one([own, filled(0), filled(9)]));
    else if (kind === 1) {
      this.#put(0x0c, 0, [...this.#u32(0), 2, this.one([1, 3]), 1, 0x7e, ...prefix]);
    } else {
      const locator = [...this.#u32(1), ...this.#u32(7411), ...filled(0), 10, 9, 9, 9];
      this.#put(0x0f, this.one([0, 2]), [...this.#u32(this.one([0, 1, 2, 2 ** 31])), ...locator]);
    }
  }

  /** ACKNACK, GAP, HEARTBEAT */
  #state(kind: number, count: number): void {
    const ends = this.#ends();
    const last = this.#u32(count);
    if (kind < 5) this.#put(0x06, this.one([0, 2]), [...ends, ...this.#set(), ...last]);
    else if (kind === 5) this.#put(0x08, 0, [...ends, ...this.#sequence(), ...this.#set()]);
    else {
      const range = [...this.#sequence(), ...this.#sequence()];
      this.#put(0x07, this.one([0, 2, 4]), [...ends, ...range, ...last]);
    }
  }

  /** DATA_FRAG with contradictory sizes, NACK_FRAG, HEARTBEAT_FRAG */
  #parts(kind: number, count: number): void {
    const of = [...this.#ends(), ...this.#sequence()];
    const last = this.#u32(count);
    if (kind < 9) {
      const size = this.one(SIZES);
      const total = this.one([1, size, 3 * size + 1, 5000, 2 ** 26, 2 ** 32 - 1]);
      const first = this.#u32(this.one([0, 1, 2, 3, 65_535]));
      const which = [...first, ...this.#u16(this.one([0, 1, 2, 40])), ...this.#u16(size)];
      const head = [...this.#u16(0), ...this.#u16(28), ...of, ...which, ...this.#u32(total)];
      this.#put(0x16, 0, [...head, ...filled(7, Math.min(size, 1400))]);
    } else if (kind === 9) {
      const bits = [...this.#u32(this.below(9)), ...this.#u32(this.one([0, 8, 256, 512]))];
      this.#put(0x12, 0, [...of, ...bits, ...this.#u32(-1), ...last]);
    } else this.#put(0x13, 0, [...of, ...this.#u32(this.one([0, 3, -1])), ...last]);
  }

  #data(): void {
    const random = Array.from({ length: this.one([0, 4, 5, 40, 400]) }, () => this.below(256));
    const inlineQos = this.random() < 0.5 ? this.#list() : undefined;
    const body = this.random() < 0.3 ? [0, 3, 0, 0, ...this.#list()] : random;
    const head = [...this.#u16(0), ...this.#u16(16), ...this.#ends(), ...this.#sequence()];
    const flags = (inlineQos === undefined ? 0 : 2) | this.one([0, 4, 8, 12]);
    this.#put(0x15, flags, [...head, ...(inlineQos ?? []), ...body]);
  }
}

const filled = (value: number, length = 12): number[] => new Array<number>(length).fill(value);
