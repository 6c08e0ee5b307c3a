import type { ErrorCode } from '../errors/index.js';
import { bagError } from './bag_error.js';

/** Parameters of a node by name; 64-bit integers as `bigint`. */
export type Parameters = ReadonlyMap<string, unknown>;

/** Parameters of a component by type; a parameter of another type is refused by name. */
export class ComponentParameters {
  readonly all: Parameters;
  readonly #plugin: string;
  readonly #code: ErrorCode;

  /** `code`: of the errors. */
  constructor(plugin: string, parameters: Parameters, code: ErrorCode) {
    this.#plugin = plugin;
    this.all = parameters;
    this.#code = code;
  }

  fail(name: string, what: string): Error {
    return bagError(this.#code, `the parameter ${name} of ${this.#plugin} ${what}.`);
  }

  path(name: string): string {
    const path = this.word(name);
    if (path !== undefined) return path;
    throw this.fail(name, 'is missing; give the path of the bag');
  }

  string(name: string): string | undefined {
    const value = this.all.get(name);
    if (value === undefined || typeof value === 'string') return value;
    throw this.fail(name, 'must be a string');
  }

  /** A string that is not empty. */
  word(name: string): string | undefined {
    return this.string(name) || undefined;
  }

  boolean(name: string): boolean | undefined {
    const value = this.all.get(name);
    if (value === undefined || typeof value === 'boolean') return value;
    throw this.fail(name, 'must be true or false');
  }

  number(name: string): number | undefined {
    const value = this.all.get(name);
    if (value === undefined) return undefined;
    if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
    throw this.fail(name, 'must be a number');
  }

  /** A whole number above 0; 0 means none, as in rosbag2. */
  limit(name: string): number | undefined {
    const value = this.number(name);
    if (value === undefined || value === 0) return undefined;
    if (Number.isSafeInteger(value) && value > 0) return value;
    throw this.fail(name, `is ${value}; it must be a whole number of at least 0`);
  }

  /** Empty names, which stand for an empty list in parameter files, are left out. */
  strings(name: string): string[] | undefined {
    const value = this.all.get(name);
    if (value === undefined) return undefined;
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
      return value.filter((item) => item !== '');
    }
    throw this.fail(name, 'must be a list of strings');
  }

  /** A list that is not empty. */
  words(name: string): string[] | undefined {
    const list = this.strings(name);
    return list === undefined || list.length === 0 ? undefined : list;
  }

  /** In ns, from `NAME.sec` and `NAME.nsec`. */
  duration(name: string): bigint | undefined {
    const sec = this.number(`${name}.sec`);
    const nsec = this.number(`${name}.nsec`);
    if (sec === undefined && nsec === undefined) return undefined;
    return BigInt(sec ?? 0) * 1_000_000_000n + BigInt(nsec ?? 0);
  }
}
