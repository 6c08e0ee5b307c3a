import type { Patches } from './patches.js';
import { real } from './real.js';

/**
 * A `WeakRef` that never loses its target, because the time of garbage collection is not
 * determined.
 */
class StrongRef<T extends object> {
  readonly #target: T;

  constructor(target: T) {
    new real.WeakRef(target); // rejects the same values as a WeakRef
    this.#target = target;
  }

  deref(): T {
    return this.#target;
  }

  get [Symbol.toStringTag](): string {
    return 'WeakRef';
  }
}

/** A `FinalizationRegistry` that never calls back. */
class SilentRegistry {
  constructor(cleanup: (held: unknown) => void) {
    new real.FinalizationRegistry(cleanup); // rejects the same values as the real one
  }

  register(): void {}

  unregister(): boolean {
    return false;
  }

  get [Symbol.toStringTag](): string {
    return 'FinalizationRegistry';
  }
}

/** Hides garbage collection from user code. */
export function patchWeakRefs(patches: Patches): void {
  patches.methods(globalThis, { WeakRef: StrongRef, FinalizationRegistry: SilentRegistry });
  if ('gc' in globalThis) patches.value(globalThis, 'gc', undefined);
}
