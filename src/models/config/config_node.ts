import type { Node } from 'yaml';
import {
  type ErrorCode,
  type ErrorPlace,
  Problems,
  tooLong,
  tooManyLines,
} from '../../errors/index.js';
import { yaml } from '../../packages/index.js';

/** A value in a configuration file, and its place. */
export interface ConfigNode {
  readonly value: string | number | boolean | null | undefined;
  /** Present for a number that is written as a floating-point number, such as `1.0`. */
  readonly isFloat?: true;
  /** Present for a mapping. */
  readonly entries?: ReadonlyMap<string, ConfigNode>;
  /** Present for a sequence. */
  readonly items?: readonly ConfigNode[];
  readonly place: ErrorPlace;
}

/** The mistakes in one configuration, reported under one code. */
export class ConfigProblems {
  readonly #all = new Problems();
  readonly #code: ErrorCode;
  readonly #subject: string;

  /** @param subject - of the error's sentence, e.g. `The model file x.yaml` */
  constructor(code: ErrorCode, subject: string) {
    this.#code = code;
    this.#subject = subject;
  }

  add(place: ErrorPlace, message: string): void {
    this.#all.add(this.#code, message, place);
  }

  /** @throws DescriptionError with every mistake and its place */
  throwIfAny(): void {
    this.#all.throwIfAny(this.#code, this.#subject);
  }
}

/** A number with a point or an exponent. */
const FLOAT = /^[-+]?(\d+(?=[.e])|(?=\.\d))\.?\d*(e[-+]?\d+)?$/i;

/** Reads YAML 1.2 text; aliases and merge keys are refused, a plain file needs none. */
export function parseConfig(text: string, file: string, problems: ConfigProblems): ConfigNode {
  const start = { file, line: 1, column: 1 };
  const excess = tooLong(text) ?? tooManyLines(text);
  if (excess !== undefined) problems.add(start, `This file ${excess}.`);
  problems.throwIfAny();
  const { isMap, isScalar, isSeq, LineCounter, parseDocument } = yaml();
  const lines = new LineCounter();
  // Checked first, because the library compares every key with every other one.
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false });
  const placeAt = (offset: number): ErrorPlace => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col };
  };
  for (const error of document.errors) {
    problems.add(placeAt(error.pos[0]), error.message.split('\n')[0]!);
  }
  problems.throwIfAny();
  const convert = (node: Node | null, parent: ErrorPlace): ConfigNode => {
    const place = node?.range ? placeAt(node.range[0]) : parent;
    if (isMap(node)) {
      const entries = new Map<string, ConfigNode>();
      for (const { key, value } of node.items) {
        const keyNode = key as Node;
        const at = keyNode.range ? placeAt(keyNode.range[0]) : place;
        const name = String(isScalar(key) ? key.value : key);
        if (entries.has(name)) problems.add(at, `"${name}" is given twice.`);
        entries.set(name, convert(value as Node | null, at));
      }
      return { value: undefined, entries, place };
    }
    if (isSeq(node)) {
      const items = node.items.map((item) => convert(item as Node | null, place));
      return { value: undefined, items, place };
    }
    if (!isScalar(node)) {
      if (node !== null) problems.add(place, 'Aliases are not understood here; write the value.');
      return { value: null, place };
    }
    const { value, source = '' } = node;
    if (typeof value === 'number' && FLOAT.test(source)) return { value, isFloat: true, place };
    const plain = typeof value === 'string' || typeof value === 'boolean' || value === null;
    return { value: plain || typeof value === 'number' ? value : String(value), place };
  };
  const root = convert(document.contents, start);
  problems.throwIfAny();
  return root;
}
