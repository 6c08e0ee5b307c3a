/**
 * A function under construction: lines of JavaScript, the values they refer to, fresh names.
 * The compilers of this room write one function per message type and operation with it.
 */
import type { MessageType } from './message_type.js';

/** Thrown by compiled code when the fast path does not apply; never leaves this room. */
export const BAIL: unique symbol = Symbol('orrery.bail');

/** How generated code reads a field; one that objects inherit (`constructor`) must be their own. */
export function property(object: string, name: string): string {
  const read = `${object}[${JSON.stringify(name)}]`;
  return name in Object.prototype
    ? `(Object.hasOwn(${object}, ${JSON.stringify(name)}) ? ${read} : undefined)`
    : read;
}

/**
 * Whether the code of a nested message is a part of the code of what contains it: faster for small
 * ones. Of larger ones the function is called, so that all code together grows with the definitions.
 */
export function isInlined(nested: MessageType): boolean {
  return nested.inlinedFields <= 32;
}

/** See the file's comment. */
export class Code {
  readonly #lines: string[] = [];
  readonly #names = new Map<unknown, string>();
  readonly #values: unknown[] = [];
  #counter = 0;

  /** Append a line of code. */
  add(line: string): void {
    this.#lines.push(line);
  }

  /** A local name not used before in this function. */
  fresh(hint: string): string {
    return `${hint}${this.#counter++}`;
  }

  /** The name under which the function can reach a value from outside. */
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
   * Compile. `label` becomes part of the function's name, for profiles and stack traces. The caller
   * vouches that the code has the signature `F`.
   */
  build<F>(label: string, type: MessageType, parameters: readonly string[]): F {
    const name = `${label}_${type.name.replace(/[^A-Za-z0-9]/g, '_')}`;
    const source = `'use strict';\nreturn function ${name}(${parameters.join(', ')}) {\n${this.#lines.join('\n')}\n};`;
    const outer = [...this.#names.values()];
    return new Function(...outer, source)(...this.#values);
  }
}
