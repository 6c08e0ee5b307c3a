/** Reads what an `.idl` file declares: structures, constants, type aliases. */
import type { IdlFile, IdlMember, IdlStruct, IdlValue } from './idl_file.js';
import { failIdl, type IdlToken, idlTokens } from './idl_tokens.js';
import type { ArrayShape, FieldType, PrimitiveName } from './message_definition.js';
import type { ParseContext } from './parse_message.js';

/** An annotation: `@default (value=1)`, `@key`. */
interface Annotation {
  readonly name: string;
  readonly values: ReadonlyMap<string, IdlValue>;
}

/** The primitive types by their IDL keywords. */
const BASIC: Readonly<Record<string, PrimitiveName>> = {
  short: 'int16',
  long: 'int32',
  'long long': 'int64',
  'unsigned short': 'uint16',
  'unsigned long': 'uint32',
  'unsigned long long': 'uint64',
  float: 'float32',
  double: 'float64',
  boolean: 'bool',
  octet: 'byte',
  char: 'char',
  wchar: 'uint16',
  int8: 'int8',
  uint8: 'uint8',
  int16: 'int16',
  uint16: 'uint16',
  int32: 'int32',
  uint32: 'uint32',
  int64: 'int64',
  uint64: 'uint64',
};
const MAX_COUNT = 0xffffffff;

/** Reads the tokens of one file. */
class IdlReader {
  readonly #tokens: readonly IdlToken[];
  #next = 0;
  readonly #structs: IdlStruct[] = [];
  readonly #constants = new Map<string, IdlMember[]>();
  readonly #named = new Map<string, FieldType>();

  constructor(
    readonly text: string,
    readonly context: ParseContext,
  ) {
    this.#tokens = idlTokens(text, context);
  }

  read(): IdlFile {
    this.#declarations('');
    if (this.#peek().kind !== 'end') this.#unexpected();
    return { structs: this.#structs, constants: this.#constants };
  }

  #fail(problem: string, at: number): never {
    return failIdl(this.text, this.context, problem, at);
  }

  #unexpected(): never {
    const { kind, text, at } = this.#peek();
    return this.#fail(kind === 'end' ? 'the file ends too early' : `'${text}' is unexpected`, at);
  }

  #peek(): IdlToken {
    return this.#tokens[this.#next]!;
  }

  /** Consumes the next token if it has this text. */
  #take(text: string): boolean {
    const token = this.#peek();
    if (token.kind === 'string' || token.text !== text) return false;
    if (token.kind !== 'end') this.#next++;
    return true;
  }

  #expect(text: string): void {
    if (!this.#take(text)) this.#fail(`'${text}' is missing`, this.#peek().at);
  }

  #name(): IdlToken {
    const token = this.#peek();
    if (token.kind !== 'name') this.#unexpected();
    this.#next++;
    return token;
  }

  /** The declarations of a module, or of the file. */
  #declarations(module: string): void {
    for (;;) {
      this.#annotations();
      const { text, kind, at } = this.#peek();
      if (kind === 'end' || text === '}') return;
      this.#next++;
      if (text === 'module') {
        const inner = this.#name().text;
        this.#expect('{');
        this.#declarations(inner);
        this.#expect('}');
      } else if (text === 'struct') this.#struct(at);
      else if (text === 'const') this.#constant(module);
      else if (text === 'typedef') this.#typedef();
      else if (text === 'enum' || text === 'union' || text === 'bitmask' || text === 'interface') {
        this.#fail(`'${text}' cannot be part of a ROS 2 interface`, at);
      } else this.#fail(`'${text}' is unexpected`, at);
      this.#expect(';');
    }
  }

  #struct(at: number): void {
    const { text: name } = this.#name();
    const members: IdlMember[] = [];
    this.#expect('{');
    while (!this.#take('}')) {
      const annotations = this.#annotations();
      const type = this.#type();
      const value = annotations.find((each) => each.name === 'default')?.values.get('value');
      do {
        const field = this.#name();
        const whole = this.#dimension(type, field.at);
        const given = value === undefined ? {} : { value };
        members.push({ name: field.text, at: field.at, type: whole, ...given });
      } while (this.#take(','));
      this.#expect(';');
    }
    this.#structs.push({ name, at, members });
  }

  #constant(module: string): void {
    const { at } = this.#peek();
    const type = this.#type();
    const { text: name } = this.#name();
    if (type.primitive === undefined || type.array !== undefined) {
      this.#fail(`the constant '${name}' must have a primitive type`, at);
    }
    this.#expect('=');
    const list = this.#constants.get(module) ?? [];
    list.push({ name, at, type, value: this.#value() });
    this.#constants.set(module, list);
  }

  #typedef(): void {
    const type = this.#type();
    const { text: name, at } = this.#name();
    this.#named.set(name, this.#dimension(type, at));
  }

  /** The size in brackets after a name, if there is one. */
  #dimension(type: FieldType, at: number): FieldType {
    if (!this.#take('[')) return type;
    if (type.array !== undefined) this.#fail('arrays of arrays are not possible', at);
    const size = this.#count();
    this.#expect(']');
    if (this.#peek().text === '[') this.#fail('arrays of arrays are not possible', at);
    return { ...type, array: { kind: 'fixed', size } };
  }

  #type(): FieldType {
    const { text, at } = this.#name();
    if (text === 'sequence') return this.#sequence(at);
    if (text === 'string' || text === 'wstring') {
      if (!this.#take('<')) return { primitive: text };
      const stringBound = this.#count();
      this.#expect('>');
      return { primitive: text, stringBound };
    }
    let words = text;
    while (/^(?:unsigned|long|unsigned long)$/.test(words)) {
      const { text: more } = this.#peek();
      if (!['short', 'long', 'double'].includes(more)) break;
      words += ` ${this.#name().text}`;
    }
    if (words === 'long double') {
      this.#fail("'long double' has no place in CDR that all machines agree on: use double", at);
    }
    const primitive = Object.hasOwn(BASIC, words) ? BASIC[words]! : undefined;
    if (primitive === undefined) return this.#namedType(text, at);
    return text === 'char' || text === 'wchar' ? { primitive, idl: text } : { primitive };
  }

  #sequence(at: number): FieldType {
    this.#expect('<');
    const type = this.#type();
    if (type.array !== undefined) this.#fail('sequences of arrays are not possible', at);
    const array: ArrayShape = this.#take(',')
      ? { kind: 'bounded', size: this.#count() }
      : { kind: 'unbounded' };
    this.#expect('>');
    return { ...type, array };
  }

  #namedType(first: string, at: number): FieldType {
    const parts = [first];
    while (this.#take('::')) parts.push(this.#name().text);
    if (parts.length === 3) return { nested: parts.join('/') };
    const type = parts.length === 1 ? this.#named.get(first) : undefined;
    if (type === undefined) {
      this.#fail(`'${parts.join('::')}' is not a type: write package::msg::Name`, at);
    }
    return type;
  }

  /** A positive number, or the name of a constant with such a value. */
  #count(): number {
    const value = this.#value();
    let { text } = value;
    if (value.kind === 'name') text = this.#constantNamed(text)?.value?.text ?? '';
    const count = /^\d+$/.test(text) ? Number(text) : 0;
    if (count < 1 || count > MAX_COUNT) {
      this.#fail(`'${value.text}' is not a size from 1 to ${MAX_COUNT}`, value.at);
    }
    return count;
  }

  #constantNamed(name: string): IdlMember | undefined {
    const all = [...this.#constants.values()].flat();
    return all.find((each) => each.name === name && each.value!.kind === 'number');
  }

  #value(): IdlValue {
    const { at } = this.#peek();
    let sign = '';
    while (this.#peek().text === '-' || this.#peek().text === '+') {
      if (this.#take('-')) sign = sign === '' ? '-' : '';
      else this.#take('+');
    }
    const token = this.#peek();
    if (token.kind !== 'number' && token.kind !== 'string' && token.kind !== 'name') {
      this.#unexpected();
    }
    this.#next++;
    let { text } = token;
    if (token.kind === 'string') {
      while (this.#peek().kind === 'string') text += this.#tokens[this.#next++]!.text;
    }
    if (token.kind === 'name') while (this.#take('::')) text = this.#name().text;
    if (token.kind === 'number') text = sign + text.replace(/^([\d.]+)[dDfF]$/, '$1');
    if (/^[*/%|^&]$/.test(this.#peek().text)) {
      this.#fail('expressions are not possible: write the value', this.#peek().at);
    }
    return { kind: token.kind, text, at };
  }

  #annotations(): Annotation[] {
    const found: Annotation[] = [];
    while (this.#take('@')) {
      const name = this.#name().text;
      const values = new Map<string, IdlValue>();
      if (this.#take('(')) {
        do {
          const named = this.#tokens[this.#next + 1]!.text === '=';
          const key = named ? this.#name().text : 'value';
          if (named) this.#expect('=');
          values.set(key, this.#value());
        } while (this.#take(','));
        this.#expect(')');
      }
      found.push({ name, values });
    }
    return found;
  }
}

/**
 * Reads an `.idl` file.
 *
 * @throws `ORR_DEFINITION_SYNTAX` with line and column
 */
export function readIdl(text: string, context: ParseContext): IdlFile {
  return new IdlReader(text, context).read();
}
