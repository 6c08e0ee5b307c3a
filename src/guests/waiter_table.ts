import type { Waitable } from '../graph/index.js';
import type { Frame } from './frame.js';
import type { GuestLimits } from './frame_kinds.js';
import type { GuestEntities } from './guest_entities.js';
import type { Awaited, Waiter } from './waiter.js';

/** Flags of a waiter: its list follows; it takes what arrived first; entities that were ready before are dropped. */
const LISTED = 1;
const FIFO = 2;
const ANEW = 4;
/** It says what it waits for without end, or that it no longer does. */
const AWAITS = 8;

/** Tracks what the threads of a guest wait for; frames contain only changes. */
export class WaiterTable {
  readonly #known = new Map<number, Waiter>();
  readonly #entities: GuestEntities;
  readonly #limits: GuestLimits;

  constructor(entities: GuestEntities, limits: GuestLimits) {
    this.#entities = entities;
    this.#limits = limits;
  }

  /** The waiters of an IDLE frame, in the order in which they began to wait. */
  read(frame: Frame): Waiter[] {
    const count = frame.u16();
    if (count > this.#limits.waiters) throw frame.fault(`has ${count} waiters`);
    const waiters: Waiter[] = [];
    for (let i = 0; i < count; i++) waiters.push(this.#one(frame));
    return waiters;
  }

  #one(frame: Frame): Waiter {
    const id = frame.u32();
    const flags = frame.u8();
    const known = this.#known.get(id);
    const isAnew = (flags & ANEW) !== 0;
    if ((flags & LISTED) === 0) {
      if (known === undefined)
        throw frame.fault(`names the waiter ${id}, whose list was never sent`);
      if (isAnew) known.batch = [];
      if ((flags & AWAITS) !== 0) known.awaits = awaitedIn(frame);
      return known;
    }
    const entities = this.#list(frame);
    const batch = isAnew ? [] : (known?.batch ?? []);
    const members = new Set(entities);
    const awaits = (flags & AWAITS) !== 0 ? awaitedIn(frame) : known?.awaits;
    const waiter = { id, entities, members, fifo: (flags & FIFO) !== 0, batch, awaits };
    if (known === undefined && this.#known.size >= this.#limits.entities) {
      throw frame.fault('has too many waiters in all');
    }
    this.#known.set(id, waiter);
    return waiter;
  }

  /** Entities that have been destroyed in the meantime are ignored. */
  #list(frame: Frame): Waitable[] {
    const size = frame.u32();
    if (size > this.#limits.entities) throw frame.fault(`waits for ${size} entities`);
    const entities: Waitable[] = [];
    for (let i = 0; i < size; i++) {
      const entity = this.#entities.waitable(frame, frame.u32());
      if (entity === undefined) continue;
      entity.node.isAwaited = true;
      entities.push(entity);
    }
    return entities;
  }
}

function awaitedIn(frame: Frame): Awaited | undefined {
  const [what, file, line] = [frame.string(), frame.string(), frame.u32()];
  return what === '' ? undefined : { what, file, line };
}
