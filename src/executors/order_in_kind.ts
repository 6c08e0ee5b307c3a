import type { RandomStreams } from '../kernel/index.js';
import type { Member } from './member.js';
import { unorderedMapOrder } from './unordered_map_order.js';

/**
 * In which order entities of one kind stand in the wait set.
 *
 * - `registration`: Humble and older.
 * - `reverse`: Jazzy and newer in the usual case, as long as no two addresses fall into one bucket.
 * - `libstdcxx`: Jazzy and newer exactly, for given addresses of the entities; addresses that are
 *   not given are drawn from the seed.
 * - `seededShuffle`: Jazzy and newer with addresses nobody knows: any order, drawn once per collection.
 * - `listed`: the given names first, in that order; the others behind them in reverse.
 */
export type OrderInKind =
  | { readonly policy: 'registration' | 'reverse' | 'seededShuffle' }
  | { readonly policy: 'libstdcxx'; readonly addresses?: ReadonlyMap<string, number> }
  | { readonly policy: 'listed'; readonly names: readonly string[] };

const ALIGNMENT = 16;
/** Upper limit of drawn addresses: 47 bits, the user half of a 64-bit address space. */
const ADDRESS_BLOCKS = 2 ** 43;

/** Puts the entities of a kind, given in the order of registration, into wait-set order. */
export class KindOrder {
  readonly #order: OrderInKind;
  readonly #random: RandomStreams;
  readonly #stream: string;
  readonly #drawn = new Map<Member, number>();

  /** @param stream - name of the random stream for what is drawn */
  constructor(order: OrderInKind, random: RandomStreams, stream: string) {
    this.#order = order;
    this.#random = random;
    this.#stream = stream;
  }

  apply(members: readonly Member[]): Member[] {
    const order = this.#order;
    switch (order.policy) {
      case 'registration':
        return [...members];
      case 'reverse':
        return [...members].reverse();
      case 'seededShuffle':
        return this.#shuffle(members);
      case 'libstdcxx': {
        const addresses = members.map((member) => this.#address(member, order.addresses));
        return unorderedMapOrder(addresses).map((index) => members[index]!);
      }
      case 'listed': {
        const rank = (member: Member) => {
          const index = order.names.indexOf(member.entity.name);
          return index < 0 ? order.names.length : index;
        };
        return [...members].reverse().sort((a, b) => rank(a) - rank(b));
      }
    }
  }

  #shuffle(members: readonly Member[]): Member[] {
    const stream = this.#random.stream(this.#stream);
    const shuffled = [...members];
    for (let i = shuffled.length - 1; i > 0; i--) {
      const j = stream.integer(i + 1);
      [shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!];
    }
    return shuffled;
  }

  #address(member: Member, given: ReadonlyMap<string, number> | undefined): number {
    const known = given?.get(member.entity.name) ?? this.#drawn.get(member);
    if (known !== undefined) return known;
    const { node, kind, name, index } = member.entity;
    const stream = this.#random.stream(`${this.#stream} ${node.fullName} ${kind} ${name} ${index}`);
    const address = Math.floor(stream.float() * ADDRESS_BLOCKS) * ALIGNMENT;
    this.#drawn.set(member, address);
    return address;
  }
}
