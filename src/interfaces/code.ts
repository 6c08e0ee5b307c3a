/**
 * A function under construction: lines of JavaScript, the values they refer to, fresh names.
 * The compilers of this room write one function per message type and operation with it.
 */
import type { MessageType } from './message_type.js';

/** Thrown by compiled code if the fast path does not apply; never leaves this room. */
export const BAIL: unique symbol = Symbol('orrery.bail');

/**
 * The names that objects inherit before programs add any, so that the code of a type is the same
 * whenever it is compiled.
 */
const INHERITED: ReadonlySet<PropertyKey> = new Set(Reflect.ownKeys(Object.prototype));

/**
 * How generated code reads a field; if objects inherit the name (`constructor`), only an own
 * property counts.
 */
export function property(object: string, name: string): string {
  const read = `${object}[${JSON.stringify(name)}]`;
  return INHERITED.has(name)
    ? `(Object.hasOwn(${object}, ${JSON.stringify(name)}) ? ${read} : undefined)`
    : read;
}

/**
 * Whether the code of a nested message is inlined into that of its container, which is faster for
 * small ones. For larger ones a function is called, so the total code grows only with the
 * definitions.
 */
export function isInlined(nested: MessageType): boolean {
  return nested.inlinedFields <= 32;
}

/** See the comment of this file. */
export class Code {
  readonly #lines: string[] = [];
  readonly #names = new Map<unknown, string>();
  readonly #values: unknown[] = [];
  #counter = 0;

  /** Appends a line of code. */
  add(line: string): void {
    this.#lines.push(line);
  }

  /** A local name not used before in this function. */
  fresh(hint: string): string {
    return `${hint}${this.#counter++}`;
  }

  /** The name under which the function can access an outside value. */
  ref(value: unknown, hint: string): string {
    let name = this.#names.get(value);
    if (name === undefined) {
      name = `$${hint.replace(/[^A-Za-z0-9]/g, '_')}${this.#values.length}`;
      this.#names.set(value, name);
      this.#values.push(value);
    }
    return name;
  }

  /**
   * Compiles the function. `label` becomes part of its name, for profiles and stack traces. The
   * caller guarantees that the code has the signature `F`.
   */
  build<F>(label: string, type: MessageType, parameters: readonly string[]): F {
    const name = `${label}_${type.name.replace(/[^A-Za-z0-9]/g, '_')}`;
    const source = `'use strict';\nreturn function ${name}(${parameters.join(', ')}) {\n${this.#lines.join('\n')}\n};`;
    const outer = [...this.#names.values()];
    return new Function(...outer, source)(...this.#values);
  }
}
