import type { Document, LineCounter, ParsedNode, YAMLMap } from 'yaml';
import {
  type ErrorCode,
  type Place,
  type Problems,
  tooLong,
  tooManyLines,
} from '../errors/index.js';
import { yaml } from '../packages/index.js';

/** A scalar with its text exactly as the YAML reader delivers it, without a guessed type. */
export interface YamlScalar {
  readonly kind: 'scalar';
  readonly text: string;
  readonly quoted: boolean;
  /** Core tag (`str`, `int`, `float`, `bool`, `null`), another tag as written, or undefined. */
  readonly tag: string | undefined;
  readonly place: Place;
}

/** A key and its value, in file order; a repeated key is a second entry. */
export interface YamlEntry {
  readonly key: string;
  readonly place: Place;
  readonly value: YamlNode;
}

export interface YamlMapping {
  readonly kind: 'mapping';
  readonly entries: readonly YamlEntry[];
  readonly place: Place;
}

export interface YamlSequence {
  readonly kind: 'sequence';
  readonly items: readonly YamlNode[];
  readonly place: Place;
}

export type YamlNode = YamlScalar | YamlMapping | YamlSequence;

const CORE_TAG = 'tag:yaml.org,2002:';
/** If aliases are followed, a file may expand to at most this many values. */
const MOST_NODES = 20_000;
/** Deeper nesting is refused: no description needs it and recursion stays bounded. */
const DEEPEST = 64;
const TOO_DEEP = `This is nested more than ${DEEPEST} deep.`;

/** Whether aliases (`*name`) and merge keys (`<<`) are refused or replaced by what they refer to. */
export type AliasRule = 'refuse' | 'follow';

class YamlReader {
  /** The node that an alias refers to: the last one before the alias with that anchor. */
  readonly #anchors = new Map<string, ParsedNode>();
  readonly #aliases: AliasRule;
  #nodes = 0;
  readonly #file: string;
  readonly #lines: LineCounter;
  readonly #problems: Problems;
  readonly #code: ErrorCode;

  constructor(
    aliases: AliasRule,
    file: string,
    lines: LineCounter,
    problems: Problems,
    code: ErrorCode,
  ) {
    this.#aliases = aliases;
    this.#file = file;
    this.#lines = lines;
    this.#problems = problems;
    this.#code = code;
  }

  place(offset: number): Place {
    const { line, col } = this.#lines.linePos(offset);
    return { file: this.#file, line: Math.max(line, 1), column: Math.max(col, 1) };
  }

  refuse(message: string, place: Place): undefined {
    this.#problems.add(this.#code, message, place);
    return undefined;
  }

  node(node: ParsedNode | null, fallback: Place, depth: number): YamlNode | undefined {
    if (node === null) return emptyScalar(fallback);
    const place = this.place(node.range[0]);
    if (depth > DEEPEST) return this.refuse(TOO_DEEP, place);
    if (this.#aliases === 'follow' && ++this.#nodes > MOST_NODES) {
      const isFirst = this.#nodes === MOST_NODES + 1;
      return isFirst
        ? this.refuse(`This file has more than the limit of ${MOST_NODES} values.`, place)
        : undefined;
    }
    const { isAlias, isMap, isScalar, isSeq } = yaml();
    if (isAlias(node)) {
      const target = this.#aliases === 'follow' ? this.#anchors.get(node.source) : undefined;
      if (target !== undefined) return this.node(target, place, depth + 1);
      const message = `The alias *${node.source} is refused, as by ROS 2; write the value out.`;
      return this.refuse(message, place);
    }
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node);
    if (isMap(node)) return this.#mapping(node as YAMLMap<ParsedNode, ParsedNode>, place, depth);
    if (isSeq(node)) {
      const items: YamlNode[] = [];
      for (const item of node.items as ParsedNode[]) {
        const read = this.node(item, place, depth + 1);
        if (read !== undefined) items.push(read);
      }
      return { kind: 'sequence', items, place };
    }
    if (!isScalar(node)) return this.refuse('This is not a scalar, mapping or sequence.', place);
    const tag = node.tag?.startsWith(CORE_TAG) ? node.tag.slice(CORE_TAG.length) : node.tag;
    const quoted = node.type === 'QUOTE_SINGLE' || node.type === 'QUOTE_DOUBLE';
    return { kind: 'scalar', text: String(node.value ?? ''), quoted, tag, place };
  }

  #mapping(node: YAMLMap<ParsedNode, ParsedNode | null>, place: Place, depth: number): YamlMapping {
    const entries: YamlEntry[] = [];
    for (const pair of node.items) {
      const keyPlace = this.place(pair.key?.range[0] ?? node.range![0]);
      if (!yaml().isScalar(pair.key)) {
        this.refuse('A key must be a name, not a list, mapping or alias.', keyPlace);
        continue;
      }
      const value = this.node(pair.value, keyPlace, depth + 1);
      const key = String(pair.key.value ?? '');
      if (value !== undefined) entries.push({ key, place: keyPlace, value });
    }
    return { kind: 'mapping', entries: this.#merged(entries), place };
  }

  /** Replaces `<<: *base` by those entries of `base` that this mapping does not define itself. */
  #merged(entries: YamlEntry[]): YamlEntry[] {
    const isMerge = ({ key, value }: YamlEntry): boolean => key === '<<' && value.kind !== 'scalar';
    if (this.#aliases === 'refuse' || !entries.some(isMerge)) return entries;
    const result = entries.filter((entry) => !isMerge(entry));
    const given = new Set(result.map((entry) => entry.key));
    for (const { value } of entries.filter(isMerge)) {
      for (const base of value.kind === 'sequence' ? value.items : [value]) {
        if (base.kind !== 'mapping') continue;
        for (const entry of base.entries) {
          if (!given.has(entry.key)) result.push(entry);
          given.add(entry.key);
        }
      }
    }
    return result;
  }
}

function emptyScalar(place: Place): YamlScalar {
  return { kind: 'scalar', text: '', quoted: false, tag: undefined, place };
}

/** Parses at most two documents: the first one counts, and a second one is a mistake. */
function firstTwoDocuments(text: string, lines: LineCounter): readonly Document.Parsed[] {
  const { Composer, Parser } = yaml();
  const composer = new Composer({
    schema: 'failsafe',
    version: '1.1',
    uniqueKeys: false,
    logLevel: 'silent',
    lineCounter: lines,
  });
  const found: Document.Parsed[] = [];
  for (const document of composer.compose(new Parser(lines.addNewLine).parse(text))) {
    found.push(document as Document.Parsed);
    if (found.length === 2) break;
  }
  return found;
}

/**
 * Reads one YAML document into plain nodes with places. Scalars keep their text, repeated keys
 * their order. Syntax mistakes, further documents and, unless followed, aliases go to `problems` under
 * `code`.
 *
 * @returns the root, or `undefined` when it could not be read at all (a problem was added).
 */
export function readYaml(
  text: string,
  file: string,
  problems: Problems,
  code: ErrorCode,
  aliases: AliasRule = 'refuse',
): YamlNode | undefined {
  const start: Place = { file, line: 1, column: 1 };
  const excess = tooLong(text) ?? tooManyLines(text);
  if (excess !== undefined) {
    problems.add(code, `This file ${excess}.`, start);
    return undefined;
  }
  const lineCounter = new (yaml().LineCounter)();
  const [document, second] = firstTwoDocuments(text, lineCounter);
  if (document === undefined) return emptyScalar(start);
  const reader = new YamlReader(aliases, file, lineCounter, problems, code);
  for (const error of document.errors) {
    const place = reader.place(error.pos[0]);
    const sentence = error.message.split(/ at line \d+|\n/)[0]!;
    // The library reports it this way if nesting exceeds its own recursion.
    if (/call stack/.test(sentence)) reader.refuse(TOO_DEEP, place);
    else reader.refuse(`This is not valid YAML: ${sentence}.`, place);
  }
  if (document.errors.length > 0) return undefined;
  if (second !== undefined) {
    const place = reader.place(second.range[0]);
    return reader.refuse('Only one YAML document is allowed; split the file.', place);
  }
  return reader.node(document.contents, start, 0);
}
