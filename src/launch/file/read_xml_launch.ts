import { type Place, type Problems, tooLong, tooManyTags } from '../../errors/index.js';
import { saxes } from '../../packages/index.js';
import type { Attribute, AttributeText, Entity } from './entity.js';

interface OpenEntity {
  readonly tag: string;
  readonly place: Place;
  readonly attributes: Map<string, Attribute>;
  readonly children: Entity[];
}

/** Deeper nesting is refused: recursion over the tree stays bounded. */
const DEEPEST = 64;
const SEPARATOR_SUFFIX = '-sep';
/** After this many syntax mistakes the rest is only noise. */
const MOST_SYNTAX_MISTAKES = 10;
/** Of a list in one attribute. */
const MOST_ITEMS = 100_000;

class XmlReader {
  root: Entity | undefined;
  readonly #text: string;
  readonly #file: string;
  readonly #problems: Problems;
  readonly #parser = new (saxes().SaxesParser)({ position: true });
  readonly #open: OpenEntity[] = [];
  #pending: Map<string, Attribute> = new Map();
  #tagPlace: Place;
  #mistakes = 0;
  readonly #lineStarts: readonly number[];

  constructor(text: string, file: string, problems: Problems) {
    this.#text = text;
    this.#file = file;
    this.#problems = problems;
    this.#lineStarts = lineStartsOf(text);
    this.#tagPlace = { file, line: 1, column: 1 };
  }

  read(): Entity | undefined {
    const excess = tooLong(this.#text) ?? tooManyTags(this.#text);
    if (excess !== undefined) {
      this.#problems.add('ORR_LAUNCH_SYNTAX', `This file ${excess}.`, this.#tagPlace);
      return undefined;
    }
    const parser = this.#parser;
    parser.on('error', (error) => this.#syntax(error.message));
    parser.on('opentagstart', (tag) => {
      this.#pending = new Map();
      this.#tagPlace = this.#placeAt(parser.position - tag.name.length - 2);
    });
    parser.on('attribute', (attribute) => this.#attribute(attribute.name, attribute.value));
    parser.on('opentag', (tag) => this.#openTag(tag.name));
    parser.on('closetag', () => this.#closeTag());
    parser.on('text', (text) => this.#textBetween(text));
    parser.on('cdata', (text) => this.#textBetween(text));
    parser.write(this.#text).close();
    return this.#mistakes > 0 ? undefined : this.root;
  }

  #here(): Place {
    const { line, column } = this.#parser;
    return { file: this.#file, line, column: Math.max(column, 1) };
  }

  #placeAt(offset: number): Place {
    // The last line that does not start behind the offset.
    let low = 0;
    for (let high = this.#lineStarts.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if (this.#lineStarts[middle]! <= offset) low = middle;
      else high = middle;
    }
    const column = Math.max(1, offset - this.#lineStarts[low]! + 1);
    return { file: this.#file, line: low + 1, column };
  }

  #syntax(message: string): void {
    if (++this.#mistakes > MOST_SYNTAX_MISTAKES) return;
    const sentence = message.replace(/^[^ ]*?\d+:\d+: /, '').replace(/\.$/, '');
    this.#problems.add('ORR_LAUNCH_SYNTAX', `This is not valid XML: ${sentence}.`, this.#here());
  }

  #attribute(name: string, value: string): void {
    const closing = this.#parser.position - 1;
    const opening = this.#text.lastIndexOf(this.#text[closing] ?? '"', closing - 1);
    const place = this.#placeAt(this.#text.lastIndexOf(name, opening - 1));
    const texts = [{ text: value, quoted: false, place: this.#placeAt(opening + 1) }];
    this.#pending.set(name, { name, place, isList: false, texts });
  }

  #openTag(tag: string): void {
    const attributes = splitLists(this.#pending);
    if (this.#open.length >= DEEPEST) this.#syntax(`tags are nested more than ${DEEPEST} deep`);
    for (const { texts, place } of attributes.values()) {
      if (texts.length <= MOST_ITEMS) continue;
      const message = `This list has more than the limit of ${MOST_ITEMS} items.`;
      this.#problems.add('ORR_LAUNCH_SYNTAX', message, place);
      this.#mistakes++;
    }
    this.#open.push({ tag, place: this.#tagPlace, attributes, children: [] });
  }

  #closeTag(): void {
    const entity = this.#open.pop();
    if (entity === undefined || this.#open.length >= DEEPEST) return;
    const parent = this.#open.at(-1);
    if (parent === undefined) this.root ??= entity;
    else parent.children.push(entity);
  }

  #textBetween(text: string): void {
    const word = text.trim();
    if (word === '' || this.#mistakes > 0) return;
    const shown = word.length > 20 ? `${word.slice(0, 20)}…` : word;
    const tag = this.#open.at(-1)?.tag;
    const where = tag === undefined ? 'outside the root element' : `inside <${tag}>`;
    this.#problems.add(
      'ORR_LAUNCH_STRUCTURE',
      `The text "${shown}" ${where} has no meaning; put values into attributes.`,
      this.#here(),
    );
  }
}

function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Applies `value-sep=","`: it makes a list of the attribute `value`. */
function splitLists(attributes: Map<string, Attribute>): Map<string, Attribute> {
  const result = new Map<string, Attribute>();
  for (const attribute of attributes.values()) {
    const { name } = attribute;
    if (name.endsWith(SEPARATOR_SUFFIX) && attributes.has(name.slice(0, -4))) continue;
    const separator = attributes.get(name + SEPARATOR_SUFFIX)?.texts[0]?.text;
    if (separator === undefined || separator === '') {
      result.set(name, attribute);
      continue;
    }
    const [whole] = attribute.texts as readonly [AttributeText];
    const texts = whole.text.split(separator, MOST_ITEMS + 1).map((text) => ({ ...whole, text }));
    result.set(name, { ...attribute, isList: true, texts });
  }
  return result;
}

/**
 * Reads an XML launch file into entities. Mistakes go to `problems`.
 *
 * @returns the root element, or `undefined` if the text is not well-formed
 */
export function readXmlLaunch(text: string, file: string, problems: Problems): Entity | undefined {
  return new XmlReader(text, file, problems).read();
}
