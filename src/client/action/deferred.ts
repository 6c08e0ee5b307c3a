import { TypeValidationError } from '../errors/index.js';

/** A promise that is settled from outside, once. */
export class Deferred<T> {
  readonly #promise: Promise<T>;
  #resolve: ((value: T) => void) | null = null;
  #convert: ((value: T) => T) | null = null;
  #result: T | undefined;

  constructor() {
    this.#promise = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  get promise(): Promise<T> {
    return this.#promise;
  }

  /** The callback's answer replaces the result. Throws `TypeValidationError` unless a function. */
  beforeSetResultCallback(callback: (result: T) => T): void {
    this.#convert = requireFunction(callback);
  }

  /** Settles the promise; later calls do nothing. */
  setResult(result: T): void {
    if (this.#resolve === null) return;
    this.#result = this.#convert ? this.#convert(result) : result;
    this.#resolve(this.#result);
    this.#resolve = null;
  }

  /** Calls back with the result once it is available. */
  setDoneCallback(callback: (result: T | undefined) => void): void {
    requireFunction(callback);
    void this.#promise.finally(() => callback(this.#result));
  }
}

function requireFunction<F>(callback: F): F {
  if (typeof callback !== 'function') {
    throw new TypeValidationError('callback', callback, 'function', {
      entityType: 'deferred promise',
    });
  }
  return callback;
}
