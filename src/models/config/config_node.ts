import type { Node } from 'yaml';
import {
  type ErrorCode,
  type ErrorPlace,
  formatPlace,
  OrreryError,
  tooLong,
} from '../../errors/index.js';
import { yaml } from '../../packages/index.js';

/** A value in a configuration file, and its place. */
export interface ConfigNode {
  readonly value: string | number | boolean | null | undefined;
  /** Present for a mapping. */
  readonly entries?: ReadonlyMap<string, ConfigNode>;
  /** Present for a sequence. */
  readonly items?: readonly ConfigNode[];
  readonly place: ErrorPlace;
}

/** All mistakes of a configuration file; thrown as one error. */
export class ConfigProblems {
  readonly #found: { readonly place: ErrorPlace; readonly message: string }[] = [];
  readonly #code: ErrorCode;
  readonly #opening: (file: string) => string;

  /**
   * @param code - of the error
   * @param opening - of its sentence, e.g. `The models in x.yaml have`
   */
  constructor(code: ErrorCode, opening: (file: string) => string) {
    this.#code = code;
    this.#opening = opening;
  }

  add(place: ErrorPlace, message: string): void {
    this.#found.push({ place, message });
  }

  /** @throws OrreryError with every mistake and its place */
  throwIfAny(file: string): void {
    const [first] = this.#found;
    if (first === undefined) return;
    const lines = this.#found.map(
      ({ place, message }) => `  ${formatPlace({ file, ...place })}: ${message}`,
    );
    const count = lines.length === 1 ? 'one mistake' : `${lines.length} mistakes`;
    throw new OrreryError(
      this.#code,
      `${this.#opening(file)} ${count} to repair:\n${lines.join('\n')}`,
      { place: first.place },
    );
  }
}

/** Reads YAML 1.2 text; aliases and merge keys are refused, a plain file needs none. */
export function parseConfig(text: string, file: string, problems: ConfigProblems): ConfigNode {
  const start = { file, line: 1, column: 1 };
  const excess = tooLong(text);
  if (excess !== undefined) problems.add(start, `This file ${excess}.`);
  problems.throwIfAny(file);
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
  problems.throwIfAny(file);
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
    const { value } = node;
    const plain = typeof value === 'string' || typeof value === 'boolean' || value === null;
    return { value: plain || typeof value === 'number' ? value : String(value), place };
  };
  const root = convert(document.contents, start);
  problems.throwIfAny(file);
  return root;
}
