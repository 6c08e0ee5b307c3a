import { type ErrorPlace, OrreryError, tooLong } from '../../errors/index.js';
import { saxes } from '../../packages/index.js';
import { lengthOf, type Vector } from '../geometry/vector.js';

/** Deeper nesting is refused, so that recursion over the tree stays bounded. */
const DEEPEST = 64;
/** More elements than any robot has. */
const MOST_ELEMENTS = 200_000;
/** No length or mass may be greater. */
const GREATEST = 1e6;
/** The least value of what must be greater than 0: dividing by less soon gives infinity. */
const LEAST = 1e-12;
/** SDF writes 1e16 for no limit. */
const GREATEST_NUMBER = 1e17;

/** An element of a description of worlds or robots, read value by value. */
export class XmlElement {
  readonly tag: string;
  readonly place: ErrorPlace;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[] = [];
  text = '';

  constructor(tag: string, attributes: Readonly<Record<string, string>>, place: ErrorPlace) {
    this.tag = tag;
    this.attributes = attributes;
    this.place = place;
  }

  all(tag: string): XmlElement[] {
    return this.children.filter((child) => child.tag === tag);
  }

  /** The first child with this tag, or the element at the end of a path of such children. */
  first(...path: readonly string[]): XmlElement | undefined {
    let found: XmlElement | undefined = this;
    for (const tag of path) found = found?.children.find((child) => child.tag === tag);
    return found;
  }

  attribute(name: string): string | undefined {
    const value = Object.hasOwn(this.attributes, name) ? this.attributes[name]?.trim() : undefined;
    return value === '' ? undefined : value;
  }

  /** @throws OrreryError when it is missing */
  required(name: string): string {
    return this.attribute(name) ?? this.refuse(`<${this.tag}> needs the attribute ${name}; add it`);
  }

  /** The text of a child. */
  textOf(...path: readonly string[]): string | undefined {
    const text = this.first(...path)?.text.trim();
    return text === '' ? undefined : text;
  }

  /** The number that a child holds. */
  numberOf(tag: string, otherwise: number, ...further: readonly string[]): number {
    const child = this.first(tag, ...further);
    if (child === undefined || child.text.trim() === '') return otherwise;
    return child.#numbers(child.text, 1)[0]!;
  }

  flagOf(tag: string, otherwise: boolean): boolean {
    const text = this.textOf(tag)?.toLowerCase();
    return text === undefined ? otherwise : text === 'true' || text === '1';
  }

  /** The numbers in its text; undefined if it has no text. */
  numbers(count: number): readonly number[] | undefined {
    return this.text.trim() === '' ? undefined : this.#numbers(this.text, count);
  }

  vector(): Vector | undefined {
    const values = this.numbers(3);
    return values && [values[0]!, values[1]!, values[2]!];
  }

  /** The number in an attribute. */
  numberIn(name: string, otherwise?: number): number {
    const value = this.attribute(name);
    if (value === undefined && otherwise !== undefined) return otherwise;
    return this.#numbers(value ?? this.required(name), 1)[0]!;
  }

  vectorIn(name: string, otherwise: Vector): Vector {
    const value = this.attribute(name);
    if (value === undefined) return otherwise;
    const [x, y, z] = this.#numbers(value, 3);
    return [x!, y!, z!];
  }

  /** A number that must be greater than 0. */
  positive(value: number, what: string): number {
    if (value >= LEAST && value <= GREATEST) return value;
    return this.refuse(
      `<${this.tag}> has ${what} ${value}; it must be greater than 0, from ${LEAST} to ${GREATEST}`,
    );
  }

  /** A vector that must point somewhere. */
  direction(value: Vector): Vector {
    if (lengthOf(value) > 0) return value;
    return this.refuse(`<${this.tag}> points nowhere: its vector is 0 long; give a direction`);
  }

  #numbers(text: string, count: number): number[] {
    const words = text.trim().split(/\s+/);
    const values = words.map(Number);
    const bound = count === 1 ? GREATEST_NUMBER : GREATEST;
    const fit = values.every((value) => Math.abs(value) <= bound);
    if (words.length === count && fit) return values;
    const shown = text.trim().slice(0, 60);
    const wanted = count === 1 ? 'a number' : `${count} numbers`;
    return this.refuse(`<${this.tag}> needs ${wanted}, not "${shown}"; correct it`);
  }

  /** @param sentence - without its full stop */
  refuse(sentence: string): never {
    throw new OrreryError('ORR_PHYSICS_FILE', `${sentence}.`, { place: this.place });
  }

  /** Refuses something that the description may contain but that is not simulated. */
  unsupported(what: string): never {
    throw new OrreryError(
      'ORR_PHYSICS_UNSUPPORTED',
      `${what} is not simulated; remove it, or name it under physics.ignore.`,
      { place: this.place },
    );
  }
}

/**
 * Reads XML into a tree. Entities other than XML's own are not expanded.
 *
 * @throws OrreryError `ORR_PHYSICS_FILE`
 */
export function readXml(text: string, file: string): XmlElement {
  const fail = (message: string, place: ErrorPlace = { file }): never => {
    throw new OrreryError('ORR_PHYSICS_FILE', message, { place });
  };
  const excess = tooLong(text);
  if (excess !== undefined) fail(`The file ${file} ${excess}; split it.`);
  const parser = new (saxes().SaxesParser)({ position: true });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let count = 0;
  const here = (): ErrorPlace => ({ file, line: parser.line, column: Math.max(1, parser.column) });
  parser.on('error', (error) => {
    const sentence = error.message.replace(/^[^ ]*?\d+:\d+: /, '').replace(/\.$/, '');
    fail(`${file} is not valid XML: ${sentence}; correct it.`, here());
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = new XmlElement(name, attributes as Record<string, string>, here());
    if (open.length >= DEEPEST) element.refuse(`Elements are nested more than ${DEEPEST} deep`);
    if (++count > MOST_ELEMENTS) element.refuse(`There are more than ${MOST_ELEMENTS} elements`);
    const parent = open.at(-1);
    if (parent === undefined) root ??= element;
    else parent.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  const textBetween = (piece: string) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += piece;
  };
  parser.on('text', textBetween);
  parser.on('cdata', textBetween);
  parser.write(text).close();
  return root ?? fail(`${file} has no root element; give it one.`);
}
