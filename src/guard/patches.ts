import { syncBuiltinESMExports } from 'node:module';
import { outside } from './outside.js';

interface Change {
  readonly target: object;
  readonly key: PropertyKey;
  readonly before: PropertyDescriptor | undefined;
  /** The new value; undefined for a getter. */
  readonly value: unknown;
}

/** A property that stays replaced for all runs of a thread: its state during runs, and between them. */
export interface Lasting {
  readonly target: object;
  readonly key: PropertyKey;
  readonly before: PropertyDescriptor | undefined;
  readonly during: PropertyDescriptor;
  /** Whether only the value differs, and can be assigned: in a third of the time that defining it takes. */
  readonly isAssigned: boolean;
  /** All values that were put there, one replacing the other. */
  readonly values: unknown[];
}

/** Names of Node's classes; no other function has such a name. */
const OF_CLASSES = /^[A-Z]/;

/** Where functions are stored, each possibly under several names. */
export type Aliases = ReadonlyMap<
  unknown,
  readonly { readonly holder: object; readonly key: string }[]
>;

/** Names whose descriptor makes Node load all of `fetch` when it is read; nothing else exports them. */
const OF_FETCH: ReadonlySet<string> = new Set(
  'CloseEvent EventSource FormData Headers MessageEvent Request Response WebSocket'.split(' '),
);

/** The functions that `holders` have as values. There are thousands, so make this map once. */
export function aliasesIn(holders: readonly object[]): Aliases {
  const aliases = new Map<unknown, { readonly holder: object; readonly key: string }[]>();
  for (const holder of holders) {
    for (const key of Object.getOwnPropertyNames(holder)) {
      if (OF_FETCH.has(key)) continue;
      const value: unknown = Object.getOwnPropertyDescriptor(holder, key)?.value;
      if (typeof value !== 'function') continue;
      const known = aliases.get(value);
      if (known === undefined) aliases.set(value, [{ holder, key }]);
      else known.push({ holder, key });
    }
  }
  return aliases;
}

/** Property replacements that can be undone. */
export class Patches {
  private readonly changes: Change[] = [];
  private readonly undo: (() => void)[] = [];
  private readonly beginnings: (() => void)[] = [];
  private lasting: readonly Lasting[] = [];
  private readonly fixed: PropertyKey[] = [];

  /** Replaces the value of `target[key]`; keeps it enumerable as before. */
  value(target: object, key: PropertyKey, value: unknown): void {
    this.define(target, key, { value, writable: true });
  }

  /** Replaces `target[key]` by a getter. */
  getter(target: object, key: PropertyKey, get: (this: never) => unknown): void {
    this.define(target, key, { get });
  }

  /** Replaces every named method of `target`, which must hold them. */
  methods(target: object, methods: Readonly<Record<string, unknown>>): void {
    for (const key of Object.keys(methods)) {
      if (key in target) {
        nameLike(methods[key], key);
        this.value(target, key, methods[key]);
      }
    }
  }

  /** Makes the function or class `target[key]`, if it exists, call `before` first. */
  before(target: object, key: PropertyKey, before: (...values: unknown[]) => void): void {
    const fn = Reflect.get(target, key) as unknown;
    if (typeof fn !== 'function') return;
    const replacement = new Proxy(fn, {
      apply(real, self, values: unknown[]) {
        before(...values);
        return Reflect.apply(real, self, values);
      },
      construct(real, values: unknown[], newTarget) {
        before(...values);
        return Reflect.construct(real, values, newTarget) as object;
      },
    });
    this.value(target, key, replacement);
  }

  /**
   * Applies replacements under other names as well: the `aliases` of the same function, and
   * `constructor` of a class's prototype.
   */
  followAliases(aliases: Aliases): void {
    const replaced = new Map<unknown, unknown>();
    for (const { before, value } of this.changes) {
      if (typeof before?.value === 'function') replaced.set(before.value, value);
    }
    // For a function replaced twice, the second replacement counts.
    for (const [real, first] of replaced) {
      let last = first;
      while (replaced.has(last)) last = replaced.get(last);
      if (last !== first) replaced.set(real, last);
    }
    for (const [real, replacement] of replaced) {
      for (const { holder, key } of aliases.get(real) ?? []) {
        if (Reflect.get(holder, key) === real) this.value(holder, key, replacement);
      }
    }
    for (const [real, replacement] of replaced) {
      // Reading the prototype of a plain function would create it, hundreds of times for nothing.
      const { name } = real as { readonly name: string };
      if (typeof replacement !== 'function' || !OF_CLASSES.test(name)) continue;
      const { prototype } = real as { readonly prototype: object };
      if (prototype.constructor === real) this.value(prototype, 'constructor', replacement);
    }
  }

  /** Makes the replacements visible to `import { name } from 'node:…'`. */
  publish(): void {
    // It reads all exports, also those whose reading by programs is reported.
    outside(syncBuiltinESMExports);
  }

  /**
   * Calls `begin` at the beginning of each run. Its replacements, and the functions it registers with {@link
   * onRestore}, are for this run only.
   */
  eachRun(begin: () => void): void {
    this.beginnings.push(begin);
  }

  /**
   * Begins a run: applies the kept replacements, then those that each run makes anew. Everything replaced from here on
   * is restored when the run is over.
   */
  begin(): void {
    for (const { target, key, during, isAssigned } of this.lasting) {
      if (isAssigned) (target as Record<PropertyKey, unknown>)[key] = during.value;
      else Object.defineProperty(target, key, during);
    }
    for (const begin of this.beginnings) begin();
    this.publish();
  }

  /** Calls `undo` when everything is restored. */
  onRestore(undo: () => void): void {
    this.undo.push(undo);
  }

  /** Restores everything, the last change first; {@link begin} applies the kept replacements again. */
  restore(): void {
    for (const undo of this.undo.splice(0)) this.attempt('what is of this run', undo, undefined);
    for (let change = this.changes.pop(); change; change = this.changes.pop()) {
      this.attempt(change.key, put, change);
    }
    for (let i = this.lasting.length - 1; i >= 0; i--) {
      this.attempt(this.lasting[i]!.key, putBack, this.lasting[i]!);
    }
    syncBuiltinESMExports();
  }

  /** What programs have fixed in its place, e.g. by `Object.freeze(Math)`: it stays replaced. */
  get fixedByPrograms(): readonly PropertyKey[] {
    return this.fixed;
  }

  private attempt<T>(name: PropertyKey, act: (one: T) => void, one: T): void {
    try {
      act(one);
    } catch {
      this.fixed.push(name);
    }
  }

  /**
   * Keeps the replacements made so far for all runs of this thread, and restores the originals until the first
   * run begins.
   *
   * @returns the kept replacements
   */
  keep(): readonly Lasting[] {
    const found = new Map<object, Map<PropertyKey, Lasting>>();
    const lasting: Lasting[] = [];
    for (const { target, key, before, value } of this.changes) {
      const ofTarget = found.get(target) ?? new Map<PropertyKey, Lasting>();
      found.set(target, ofTarget);
      ofTarget.get(key)?.values.push(value);
      // For a property replaced twice, the state before the first and after the last replacement
      // counts.
      if (ofTarget.has(key)) continue;
      const during = Object.getOwnPropertyDescriptor(target, key)!;
      const isAssigned = differInValue(before, during);
      const kept = { target, key, before, during, isAssigned, values: [value] };
      ofTarget.set(key, kept);
      lasting.push(kept);
    }
    this.restore();
    this.lasting = lasting;
    return lasting;
  }

  /**
   * Replaces `target[key]` with any property; attributes that `descriptor` omits stay unchanged.
   */
  define(target: object, key: PropertyKey, descriptor: PropertyDescriptor): void {
    const before = Object.getOwnPropertyDescriptor(target, key);
    this.changes.push({ target, key, before, value: descriptor.value });
    Object.defineProperty(target, key, {
      // `gc`, which --expose-gc gives, can be written but not configured.
      configurable: before?.configurable ?? true,
      enumerable: before?.enumerable ?? true,
      ...descriptor,
    });
  }
}

function differInValue(
  before: PropertyDescriptor | undefined,
  during: PropertyDescriptor | undefined,
): boolean {
  return (
    before?.writable === true &&
    during?.writable === true &&
    before.enumerable === during.enumerable &&
    before.configurable === during.configurable
  );
}

function put({ target, key, before }: Pick<Change, 'target' | 'key' | 'before'>): void {
  if (before === undefined) Reflect.deleteProperty(target, key);
  else Object.defineProperty(target, key, before);
}

/** The same, quicker, unless a program has changed more than the value. */
function putBack(kept: Lasting): void {
  const { target, key, before, isAssigned } = kept;
  if (isAssigned && differInValue(before, Object.getOwnPropertyDescriptor(target, key))) {
    (target as Record<PropertyKey, unknown>)[key] = before!.value;
  } else put(kept);
}

/** Gives `fn` the name that user code expects of the replaced function. */
function nameLike(fn: unknown, name: string): void {
  if (typeof fn === 'function') Object.defineProperty(fn, 'name', { value: name });
}
