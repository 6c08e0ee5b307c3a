import { didYouMean } from '../../errors/index.js';
import { LATEST, readDuration } from '../../kernel/index.js';
import type { ConfigNode, ConfigProblems } from './config_node.js';

/** Reads one value; if it is wrong, notes the mistake and returns `undefined`. */
export type Read<T> = (node: ConfigNode) => T | undefined;

/** The building blocks of the readers of model files. */
export class ConfigReader {
  readonly problems: ConfigProblems;

  constructor(problems: ConfigProblems) {
    this.problems = problems;
  }

  refuse(node: ConfigNode, message: string): undefined {
    this.problems.add(node.place, message);
    return undefined;
  }

  readonly text: Read<string> = (node) =>
    typeof node.value === 'string' && node.value !== ''
      ? node.value
      : this.refuse(node, 'A string is needed here.');

  readonly flag: Read<boolean> = (node) =>
    typeof node.value === 'boolean' ? node.value : this.refuse(node, 'Write true or false.');

  /** A duration of any sign; a number alone is seconds. */
  readonly signedDuration: Read<number> = (node) => {
    const isText = typeof node.value === 'string' || typeof node.value === 'number';
    const ns = isText ? readDuration(String(node.value)) : undefined;
    const limit = BigInt(LATEST);
    if (ns !== undefined && ns <= limit && ns >= -limit) return Number(ns);
    return this.refuse(node, `A duration is needed, e.g. 80ms, not "${show(node)}".`);
  };

  readonly duration: Read<number> = (node) => {
    const ns = this.signedDuration(node);
    if (ns === undefined || ns >= 0) return ns;
    return this.refuse(node, 'The duration must not be negative.');
  };

  readonly positiveDuration: Read<number> = (node) => {
    const ns = this.duration(node);
    return ns === 0 ? this.refuse(node, 'The duration must be greater than 0.') : ns;
  };

  number(least: number, most: number, whole = false): Read<number> {
    return (node) => {
      const { value } = node;
      if (typeof value !== 'number' || !(value >= least && value <= most)) {
        return this.refuse(
          node,
          `A number from ${least} to ${most} is needed, not "${show(node)}".`,
        );
      }
      if (whole && !Number.isInteger(value)) {
        return this.refuse(node, `A whole number is needed, not ${value}.`);
      }
      return value;
    };
  }

  /** A number with one of the given units, e.g. `10Mbit/s`; without a unit, one of the first. */
  quantity(units: Readonly<Record<string, number>>, example: string): Read<number> {
    return (node) => {
      const match = /^(\d+(?:\.\d+)?)\s*(\D+)$/.exec(String(node.value));
      const factor = match === null ? undefined : units[match[2]!];
      if (match !== null && factor !== undefined) return Number(match[1]) * factor;
      return this.refuse(node, `A quantity such as ${example} is needed, not "${show(node)}".`);
    };
  }

  choice<T extends string>(...words: readonly T[]): Read<T> {
    return (node) =>
      words.find((word) => word === node.value) ??
      this.refuse(node, `"${show(node)}" is not one of ${words.join(', ')}.`);
  }

  list<T>(item: Read<T>): Read<T[]> {
    return (node) => {
      if (node.items === undefined) return this.refuse(node, 'A list is needed here.');
      return node.items.flatMap((each) => {
        const value = item(each);
        return value === undefined ? [] : [value];
      });
    };
  }

  /** A mapping with names of the user's choice as keys. */
  named<T>(item: Read<T>): Read<Record<string, T>> {
    return (node) => {
      if (node.entries === undefined) return this.refuse(node, 'A mapping is needed here.');
      const pairs = [...node.entries].flatMap(([key, each]) => {
        const value = item(each);
        return value === undefined ? [] : [[key, value] as const];
      });
      return Object.fromEntries(pairs);
    };
  }

  /** A mapping with exactly one entry. */
  exactlyOne<T extends object>(read: Read<T>): Read<T> {
    return (node) => {
      const value = read(node);
      if (value === undefined || Object.keys(value).length === 1) return value;
      return this.refuse(node, 'Exactly one of the known kinds is needed here.');
    };
  }

  /** A mapping with only the given keys, of which those in `required` must be present. */
  object<T extends object>(
    fields: { readonly [K in keyof T]-?: Read<NonNullable<T[K]>> },
    required: readonly (keyof T & string)[] = [],
  ): Read<T> {
    return (node) => {
      if (node.entries === undefined) return this.refuse(node, 'A mapping is needed here.');
      const result: Partial<T> = {};
      let complete = true;
      for (const [key, each] of node.entries) {
        const read = (fields as Record<string, Read<unknown> | undefined>)[key];
        if (read === undefined || !Object.hasOwn(fields, key)) {
          this.refuse(
            each,
            `"${key}" is not known here${didYouMean(key, Object.keys(fields)) || `; known are ${Object.keys(fields).join(', ')}.`}`,
          );
          continue;
        }
        const value = read(each);
        if (value !== undefined) result[key as keyof T] = value as T[keyof T];
        else complete = false;
      }
      for (const key of required) {
        if (node.entries.has(key)) continue;
        this.refuse(node, `"${key}" is missing.`);
        complete = false;
      }
      return complete ? (result as T) : undefined;
    };
  }
}

function show(node: ConfigNode): string {
  if (node.entries !== undefined) return 'a mapping';
  if (node.items !== undefined) return 'a list';
  return String(node.value);
}
