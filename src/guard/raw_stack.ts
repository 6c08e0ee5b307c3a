/**
 * The lines of a stack as V8 writes them. `error.stack` would also look for the source maps of its files, for which
 * Node asks for the working directory once for each of its own frames: a guarded function, which looks up its
 * caller. Importing a module cost milliseconds that way.
 */
export class RawStack {
  readonly #frames: readonly unknown[];

  /** The callers of this constructor, at most `limit`. */
  constructor(limit: number) {
    const { stackTraceLimit } = Error;
    const formatter = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
    Reflect.set(Error, 'stackTraceLimit', limit);
    Reflect.set(Error, 'prepareStackTrace', (_error, sites) => sites);
    const taken: { readonly stack?: unknown } = {};
    Error.captureStackTrace(taken, RawStack);
    const { stack } = taken;
    Reflect.set(Error, 'stackTraceLimit', stackTraceLimit);
    if (formatter === undefined) Reflect.deleteProperty(Error, 'prepareStackTrace');
    else {
      // A program may have put `get` on the prototype of all objects, which the formatter would
      // inherit.
      Object.setPrototypeOf(formatter, null);
      Object.defineProperty(Error, 'prepareStackTrace', formatter);
    }
    // While V8 formats another stack, it formats this one by itself.
    this.#frames = Array.isArray(stack) ? stack : framesIn(String(stack));
  }

  /** A line as in `error.stack`; undefined after the last. */
  line(index: number): string | undefined {
    const frame = this.#frames[index];
    return frame === undefined ? undefined : `    at ${String(frame)}`;
  }
}

function framesIn(stack: string): string[] {
  return stack.split('\n    at ').slice(1);
}
