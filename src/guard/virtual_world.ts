/** An escape from the virtual world that the guard noticed. */
export interface Leak {
  /** Stable kind, e.g. `'worker'`, `'file-time'`, `'fire-and-forget'`. */
  readonly kind: string;
  /** What user code called, e.g. `'new Worker'`. */
  readonly what: string;
  /** User source file of the call, if the stack names one. */
  readonly file?: string;
  /** 1-based line in `file`. */
  readonly line?: number;
  /** 1-based column in `line`. */
  readonly column?: number;
  /** Fully qualified node name whose callback made the call. */
  readonly node?: string;
  /** The callback that made the call. */
  readonly callback?: string;
  /** Virtual time of the call since the start of the simulation, in ns. */
  readonly sinceStartNs: number;
}

/** Called when a real operation has settled; `deliver` hands the result to user code. */
export type Settle = (deliver: () => void) => void;

/**
 * The virtual world of guarded code. The engine implements it; the guard only
 * maps the host's APIs to it.
 */
export interface VirtualWorld {
  /** Unix time at the start of the simulation, ns. May change until user code is loaded. */
  readonly startNs: bigint;
  /** Virtual time since the start, ns: a safe integer. */
  sinceStartNs(): number;
  /** Runs `callback` once at virtual now + `delayNs` (an integer ≥ 0); returns a handle ≥ 1. */
  schedule(delayNs: number, callback: () => void): number;
  /** Runs `callback` in this instant, after everything that is ready now; returns a handle. */
  immediate(callback: () => void): number;
  /** Cancels a handle of {@link schedule} or {@link immediate}; unknown handles are ignored. */
  cancel(handle: number): void;
  /** Sets whether a scheduled handle keeps the simulation running (`timer.unref()`). */
  setKeepAlive?(handle: number, keepAlive: boolean): void;
  /** Seeded uniform number in [0, 1). */
  random(): number;
  /** Seeded uniform 32-bit unsigned integer. */
  randomUint32(): number;
  /**
   * Virtual time stands still and no callback runs until the returned function is called, which
   * calls `deliver`. The guard settles operations in the order in which it began them, each in its
   * own macrotask. `what` names the operation for messages.
   */
  hold(what: string): Settle;
  /** Name of the simulated process whose code is running. */
  process(): string;
  /** User code requested the end of its process with `code`. May throw to unwind user code. */
  exit(code: number): void;
  /** An escape was noticed. In strict mode, the guard throws right after this call. */
  report(leak: Leak): void;
  /** Number of the ROS callback that is running now; 0 outside of them. */
  callback(): number;
  /** Whether that callback is still running, or awaits something. */
  isOpen(callback: number): boolean;
  /** The node and callback that are running now. */
  current(): { readonly node?: string; readonly callback?: string };
}
