import type { Kernel, RandomStreams, Runnable } from '../kernel/index.js';
import type { Member, WaitKind } from './member.js';
import { unorderedMapOrder } from './unordered_map_order.js';

/**
 * The order of entities of one kind in the wait set.
 *
 * - `registration`: Humble and older.
 * - `reverse`: Jazzy and newer in the usual case, as long as no two addresses fall into one bucket.
 * - `libstdcxx`: Jazzy and newer exactly, for given addresses of the entities; addresses that are
 *   not given are drawn from the seed.
 * - `seededShuffle`: Jazzy and newer with unknown addresses: any order, drawn once per collection.
 * - `listed`: the given names first, in that order; then the others in reverse.
 */
export type OrderInKind =
  | { readonly policy: 'registration' | 'reverse' | 'seededShuffle' }
  | { readonly policy: 'libstdcxx'; readonly addresses?: ReadonlyMap<string, number> }
  | { readonly policy: 'listed'; readonly names: readonly string[] };

const ALIGNMENT = 16;
/** Upper limit of drawn addresses: 47 bits, the user half of a 64-bit address space. */
const ADDRESS_BLOCKS = 2 ** 43;

/** Kinds whose order is worth a decision: every node also has services that are rarely called. */
const DECIDED: ReadonlySet<WaitKind> = new Set(['T', 'S']);

/** An entity and its position in a wait set. */
class WaitSetPlace implements Runnable {
  readonly isPlace = true;
  readonly member: Member;
  readonly #where: string;

  constructor(member: Member, where: string) {
    this.member = member;
    this.#where = where;
  }

  run(): boolean {
    return false;
  }

  label(): string {
    return `${this.member.entity.label()} in the ${this.#where}`;
  }

  anchor(): string {
    return `${this.member.entity.anchor()} in the ${this.#where}`;
  }
}

/** Sorts the entities of a kind, given in the order of registration, into wait-set order. */
export class KindOrder {
  readonly #order: OrderInKind;
  readonly #random: RandomStreams;
  readonly #stream: string;
  readonly #open: Kernel | undefined;
  readonly #drawn = new Map<Member, number>();

  /**
   * @param stream - name of the random stream
   * @param open - the kernel whose decider may choose another order; undefined: the order is fixed
   */
  constructor(order: OrderInKind, random: RandomStreams, stream: string, open?: Kernel) {
    this.#open = open;
    this.#stream = stream;
    this.#order = order;
    this.#random = random;
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

  /** Entities that enter the wait set together: a decider may change their order. */
  decide(members: readonly Member[]): readonly Member[] {
    const decider = this.#open?.decider;
    const [first] = members;
    if (decider === undefined || first === undefined || !DECIDED.has(first.kind)) return members;
    const left = members.map((member) => new WaitSetPlace(member, this.#stream));
    const chosen: WaitSetPlace[] = [];
    while (left.length > 1) {
      chosen.push(...left.splice(decider.choose(left, this.#open!.now), 1));
    }
    return [...chosen, ...left].map(({ member }) => member);
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
