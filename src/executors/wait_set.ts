import type { CallbackGroup } from '../graph/index.js';
import type { Member, WaitKind } from './member.js';
import type { KindOrder } from './order_in_kind.js';

/** The differences between the executors that wait on a wait set. */
export interface WaitRules {
  /** The order in which kinds are checked. */
  readonly kinds: readonly WaitKind[];
  /** Waitables are checked only when their turn comes, not at the wait (Jazzy and newer). */
  readonly lazyWaitables: boolean;
  /** Ready entities that may not run because their group is busy stay in the snapshot (Humble). */
  readonly keepsBusy: boolean;
  /** Entities are collected again at every wait (Humble). */
  readonly collectsAlways: boolean;
  /** Timers are checked again just before they are called (Humble's static executor). */
  readonly recheckTimers: boolean;
}

type Lists = Record<WaitKind, Member[]>;

interface SnapshotKind {
  readonly entries: (Member | undefined)[];
  /** Entries before this one have been removed. */
  first: number;
}

/**
 * A wait set with rclcpp's bookkeeping: which entities are in it and in which order, and the
 * snapshot of those that were ready at the last wait.
 */
export class WaitSet {
  readonly #rules: WaitRules;
  readonly #members: readonly Member[];
  readonly #order: KindOrder;
  readonly #lists: Lists = { T: [], S: [], V: [], C: [], W: [] };
  #snapshot: Record<WaitKind, SnapshotKind> | undefined;
  /** The entities must be collected before the next wait. */
  #collect = true;
  /** A guard condition is triggered: the current wait returns, and the next one collects. */
  #notified = false;

  /** @param members - all entities of the executor, in the order of registration; may grow */
  constructor(rules: WaitRules, members: readonly Member[], order: KindOrder) {
    this.#rules = rules;
    this.#members = members;
    this.#order = order;
  }

  /** Something changed that a guard condition announces to the executor. */
  notify(): void {
    this.#notified = true;
  }

  /** The entity has left the executor; it is no longer in any snapshot. */
  remove(member: Member): void {
    this.#lists[member.kind] = this.#lists[member.kind].filter((other) => other !== member);
    const entries = this.#snapshot?.[member.kind].entries;
    const index = entries?.indexOf(member) ?? -1;
    if (index >= 0) entries![index] = undefined;
  }

  dropSnapshot(): void {
    this.#snapshot = undefined;
  }

  /** The next entity of the snapshot that may run. */
  next(now: number): Member | undefined {
    const snapshot = this.#snapshot;
    if (snapshot === undefined) return undefined;
    for (const kind of this.#rules.kinds) {
      const member = this.#nextOf(kind, snapshot[kind], now);
      if (member !== undefined) return member;
    }
    return undefined;
  }

  #nextOf(kind: WaitKind, of: SnapshotKind, now: number): Member | undefined {
    const { entries } = of;
    let first = true;
    for (let i = of.first; i < entries.length; i++) {
      const member = entries[i];
      if (member !== undefined) {
        if (member.group.busy && (kind === 'T' || this.#rules.keepsBusy)) {
          first = false;
          continue;
        }
        entries[i] = undefined;
        if (this.#runnable(kind, member, now)) return member;
      }
      if (first) of.first = i + 1;
    }
    return undefined;
  }

  /** What this many calls of {@link next} would return, each taken by a separate thread. */
  following(now: number, most: number): Member[] {
    const found: Member[] = [];
    const groups = new Set<CallbackGroup>();
    for (const kind of this.#snapshot === undefined ? [] : this.#rules.kinds) {
      const { entries, first } = this.#snapshot![kind];
      for (let i = first; i < entries.length && found.length < most; i++) {
        const member = entries[i];
        if (member === undefined || groups.has(member.group)) continue;
        if (!this.#runnable(kind, member, now)) continue;
        found.push(member);
        if (member.group.type === 'mutually_exclusive') groups.add(member.group);
      }
    }
    return found;
  }

  #runnable(kind: WaitKind, member: Member, now: number): boolean {
    if (member.group.busy || member.entity.destroyed) return false;
    if (kind === 'W' && this.#rules.lazyWaitables) return member.isReady(now);
    if (member.timer === undefined) return true;
    if (this.#rules.recheckTimers) return member.isReady(now);
    return !member.timer.cancelled;
  }

  /**
   * Waits without blocking: a new snapshot of what is ready now. Returns whether a guard
   * condition ended the wait, so that waiting again may show more.
   */
  wait(now: number): boolean {
    if (this.#collect || this.#rules.collectsAlways) this.#collectEntities();
    this.#collect = this.#notified;
    this.#notified = false;
    const at = (kind: WaitKind): SnapshotKind => ({ entries: this.#ready(kind, now), first: 0 });
    this.#snapshot = { T: at('T'), S: at('S'), V: at('V'), C: at('C'), W: at('W') };
    return this.#collect;
  }

  /** Everything in the wait set that is ready now, in order. */
  readyNow(now: number): Member[] {
    return this.#rules.kinds.flatMap((kind) =>
      this.#lists[kind].filter((member) => !member.group.busy && member.isReady(now)),
    );
  }

  #ready(kind: WaitKind, now: number): Member[] {
    if (kind === 'W' && this.#rules.lazyWaitables) return [...this.#lists.W];
    return this.#lists[kind].filter((member) => member.isReady(now));
  }

  #collectEntities(): void {
    this.#collect = false;
    const current = new Set(this.#members.filter((m) => !m.group.busy && !m.entity.destroyed));
    for (const kind of this.#rules.kinds) {
      const kept = this.#rules.collectsAlways
        ? []
        : this.#lists[kind].filter((member) => current.has(member));
      this.#lists[kind] = this.#append(
        kept,
        [...current].filter((m) => m.kind === kind),
      );
    }
  }

  /** Nodes were collected one by one when they were added: each comes after the earlier ones. */
  #append(kept: readonly Member[], all: readonly Member[]): Member[] {
    const list = [...kept];
    const present = new Set(kept);
    const considered = new Set(kept);
    const fresh = all.filter((member) => !present.has(member));
    for (const node of new Set(fresh.map((member) => member.entity.node))) {
      for (const member of all) if (member.entity.node === node) considered.add(member);
      const inOrder = this.#order.apply(all.filter((member) => considered.has(member)));
      const added = inOrder.filter((member) => !present.has(member));
      for (const member of this.#order.decide(added)) {
        present.add(member);
        list.push(member);
      }
    }
    return list;
  }
}
