/**
 * Gives a class the methods and accessors of one of its parts: `whole.method(…)` is
 * `part.method(…)`. They behave like its own: a subclass may override them, and `super`
 * reaches them.
 *
 * @param prototype - of the class
 * @param Part - the class of the part
 * @param partOf - the part of an instance
 * @param failed - called when a method has failed, before its caller knows
 */
export function forwardTo<Whole extends object, Part extends object>(
  prototype: Whole,
  Part: { readonly prototype: Part },
  partOf: (whole: Whole) => Part,
  failed: (whole: Whole) => void = () => {},
): void {
  const members = Object.getOwnPropertyDescriptors(Part.prototype);
  for (const [name, { get, value, ...attributes }] of Object.entries(members)) {
    if (name === 'constructor') continue;
    if (get !== undefined) {
      Object.defineProperty(prototype, name, {
        configurable: true,
        get(this: Whole) {
          return get.call(partOf(this));
        },
      });
      continue;
    }
    const forward = function (this: Whole, ...values: unknown[]): unknown {
      try {
        return Reflect.apply(value, partOf(this), values);
      } catch (error) {
        failed(this);
        throw error;
      }
    };
    // Programs may read these, e.g. to wrap a method.
    Object.defineProperty(forward, 'name', { value: name, configurable: true });
    Object.defineProperty(forward, 'length', { value: value.length, configurable: true });
    Object.defineProperty(prototype, name, { ...attributes, value: forward });
  }
}
