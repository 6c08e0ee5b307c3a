import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrreryError } from '../errors/index.js';
import type { FieldType } from './message_definition.js';
import { parseIdl } from './parse_idl.js';
import { parseMessage } from './parse_message.js';
import { TypeRegistry } from './type_registry.js';

const context = { package: 'p', type: 'p/msg/T', file: 'T.idl' };

/** A file with one structure, after the text `before`. */
function message(members: string, before = ''): string {
  return `#include "p/msg/Other.idl"\nmodule p { module msg {\n${before}\nstruct T {\n${members}\n};\n}; };\n`;
}

const parse = (members: string, before = '') => parseIdl(message(members, before), 1, context)[0]!;

const types = (members: string, before = '') =>
  parse(members, before).definition.fields.map((field) => field.type);

function problemOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof OrreryError) return `${error.code} ${error.message}`;
    throw error;
  }
  throw new Error('no error');
}

describe('parseIdl', () => {
  it('reads every type', () => {
    const words =
      'short;unsigned short;long;unsigned long;long long;unsigned long long;float;double;boolean;octet;int8;uint8;int16;uint16;int32;uint32;int64;uint64;string;wstring';
    const members = words.split(';').map((word, i) => `${word} f${i};`);
    expect(types(members.join('\n')).map((type) => type.primitive)).toEqual(
      'int16 uint16 int32 uint32 int64 uint64 float32 float64 bool byte int8 uint8 int16 uint16 int32 uint32 int64 uint64 string wstring'.split(
        ' ',
      ),
    );
    expect(types('char a; wchar b;')).toEqual([
      { primitive: 'char', idl: 'char' },
      { primitive: 'uint16', idl: 'wchar' },
    ]);
  });

  it('reads bounds, sequences, arrays, other messages and names of types', () => {
    const before = `typedef double double__9[9];\ntypedef p::msg::Other Other__2[2];
      module T_Constants { const unsigned long SIZE = 4; };`;
    const members = `string<5> a; wstring<SIZE> b; sequence<string<3>, 4> c; sequence<p::msg::Other> d;
      short e[23]; double__9 f; Other__2 g; long h, i[T_Constants::SIZE]; // the end`;
    const fixed = (size: number) => ({ array: { kind: 'fixed', size } });
    expect(types(members, before)).toEqual([
      { primitive: 'string', stringBound: 5 },
      { primitive: 'wstring', stringBound: 4 },
      { primitive: 'string', stringBound: 3, array: { kind: 'bounded', size: 4 } },
      { nested: 'p/msg/Other', array: { kind: 'unbounded' } },
      { primitive: 'int16', ...fixed(23) },
      { primitive: 'float64', ...fixed(9) },
      { nested: 'p/msg/Other', ...fixed(2) },
      { primitive: 'int32' },
      { primitive: 'int32', ...fixed(4) },
    ]);
  });

  it('reads constants and defaults of every form', () => {
    const { definition } = parse(
      `@default (value=123) @key uint16 a;
       @default (value=-1.9e+2) float b; @default (value=8.5d) float c; @default (value=4.d) double d;
       @default (value=TRUE) boolean e; @verbatim (language="comment", text="of " "two")
       @default (value="a\\tb\\"" "c") string f; @default (value="(1, -2, 3)") short g[3];
       @default (value="('x', \\"y\\")") sequence<string> h;`,
      `module T_Constants { const short LOW = -23; const string TEXT = "t"; const octet lower = 7;
       const wstring WIDE = L"\\u2122"; const string EMPTY = ""; const long long BIG = 9007199254740993; };`,
    );
    expect(definition.fields.map((field) => field.default)).toEqual([
      123,
      -190,
      8.5,
      4,
      true,
      'a\tb"c',
      [1, -2, 3],
      ['x', 'y'],
    ]);
    expect(definition.constants.map(({ name, value }) => [name, value])).toEqual([
      ['LOW', -23],
      ['TEXT', 't'],
      ['lower', 7],
      ['WIDE', '™'],
      ['EMPTY', ''],
      ['BIG', 9007199254740993n],
    ]);
  });

  it.each([
    ['long double a;', "'long double' has no place"],
    ['Missing a;', "'Missing' is not a type"],
    ['p::Missing a;', "'p::Missing' is not a type"],
    ['short a[2][2];', 'arrays of arrays'],
    ['short a[0];', "'0' is not a size"],
    ['short a; long a;', "'a' is defined twice"],
    ['@default (value="x") short a;', "'x' is not a int16"],
    ['@default (value=70000) short a;', 'not in the range of int16'],
    ['@default (value=1 + 2) short a;', "')' is missing"],
    ['@default (value=2 * 2) short a;', 'expressions are not possible'],
    ['short a', "';' is missing"],
    ['short "a";', "'a' is unexpected"],
  ])('refuses %s', (members, problem) => {
    const text = problemOf(() => parse(members));
    expect(text).toMatch(/^ORR_DEFINITION_SYNTAX T\.idl:\d+:\d+: /);
    expect(text).toContain(problem);
  });

  it('names the line and column', () => {
    expect(problemOf(() => parse('short a;\n  fish b;'))).toContain('T.idl:6:3: ');
  });

  it.each(['enum E { A };', 'union U switch (long) { case 1: long a; };', 'fish;'])(
    'refuses a file with %s',
    (before) => {
      expect(problemOf(() => parse('short a;', before))).toContain('T.idl:3:1: ');
    },
  );

  it('refuses a file whose structures are not those of the interface', () => {
    const text = 'module p { module srv { struct T { short a; }; }; };';
    expect(problemOf(() => parseIdl(text, 2, { ...context, type: 'p/srv/T' }))).toContain(
      'T_Request, T_Response',
    );
    expect(problemOf(() => parseIdl('', 1, context))).toContain('the structures T ');
  });

  it('ends with an error for any text that is not a definition', () => {
    const words = fc.constantFrom(
      ...'module p { } ; struct T const typedef short string sequence < > , [ ] @default ( ) = - 5 "x" :: # /* //'.split(
        ' ',
      ),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.string()), { maxLength: 40 }), (parts) => {
        expect(problemOf(() => parseIdl(parts.join(' '), 1, context))).toMatch(/^ORR_DEFINITION_/);
      }),
    );
  });

  it('gives the same result as the same definition in a .msg file', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...PAIRS), shapes), { maxLength: 8 }),
        (all) => {
          const idl = all.map(([[, word], shape], i) => shape.idl(word, `f${i}`)).join('\n');
          const msg = all.map(([[word], shape], i) => shape.msg(word, `f${i}`)).join('\n');
          const found = parse(idl || 'uint8 structure_needs_at_least_one_member;');
          const expected = parseMessage(msg, context);
          expect(found.definition).toEqual(expected);
          expect(parseMessage(found.text, context)).toEqual(expected);
        },
      ),
    );
  });
});

/** Types in the words of `.msg` and of IDL. */
const PAIRS = [
  ['bool', 'boolean'],
  ['byte', 'octet'],
  ['int16', 'short'],
  ['uint64', 'unsigned long long'],
  ['float32', 'float'],
  ['string', 'string'],
  ['string<=7', 'string<7>'],
  ['wstring', 'wstring'],
  ['p/Other', 'p::msg::Other'],
] as const;

interface Shape {
  readonly msg: (type: string, name: string) => string;
  readonly idl: (type: string, name: string) => string;
}

const shapes: fc.Arbitrary<Shape> = fc.constantFrom<Shape>(
  { msg: (t, n) => `${t} ${n}`, idl: (t, n) => `${t} ${n};` },
  { msg: (t, n) => `${t}[] ${n}`, idl: (t, n) => `sequence<${t}> ${n};` },
  { msg: (t, n) => `${t}[<=3] ${n}`, idl: (t, n) => `sequence<${t}, 3> ${n};` },
  { msg: (t, n) => `${t}[4] ${n}`, idl: (t, n) => `${t} ${n}[4];` },
);

describe('definitions in .idl files', () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'orrery-idl-'));
    for (const kind of ['msg', 'srv', 'action'])
      mkdirSync(join(root, 'p', kind), { recursive: true });
    const put = (file: string, text: string) => writeFileSync(join(root, 'p', file), text);
    put('msg/T.idl', message('char letter; wchar wide; @default (value=7) long count;'));
    put('msg/Both.idl', 'made by a build');
    put('msg/Both.msg', 'int32 a\n');
    put(
      'srv/Ask.idl',
      'module p { module srv { struct Ask_Request { p::msg::T t; }; struct Ask_Response { boolean ok; }; }; };',
    );
    put(
      'action/Go.idl',
      'module p { module action { struct Go_Goal { long a; }; struct Go_Result { long b; }; struct Go_Feedback { long c; }; }; };',
    );
  });
  afterAll(() => rmSync(root, { recursive: true }));

  const registry = () => new TypeRegistry({ directories: [root], amentPrefixPath: '' });

  it('are interfaces like all others', () => {
    const own = registry();
    expect(own.interfaces('p')).toEqual(['p/action/Go', 'p/msg/Both', 'p/msg/T', 'p/srv/Ask']);
    const type = own.message('p/msg/T');
    expect(type.create()).toEqual({ letter: 0, wide: 0, count: 7 });
    expect(own.message('p/msg/Both').create()).toEqual({ a: 0 });
    expect(own.service('p/srv/Ask').request.create()).toEqual({ t: type.create() });
    expect(own.action('p/action/Go').feedback.create()).toEqual({ c: 0 });
    const value = type.normalize({ letter: 'A', wide: 0x2122, count: 1 });
    expect(type.decode(type.encode(value))).toEqual({ letter: 65, wide: 0x2122, count: 1 });
    const read = new TypeRegistry({ amentPrefixPath: '' }).fromSchema('p/msg/T', type.schemaText);
    expect(read.decode(type.encode(value))).toEqual(type.decode(type.encode(value)));
  });

  it('have type hashes that distinguish characters from numbers', () => {
    const hash = (field: FieldType) => {
      const own = new TypeRegistry({ amentPrefixPath: '' });
      own.add('p/msg/N', `${field.primitive} a\n`);
      return own.message('p/msg/N').hash;
    };
    const own = registry().message('p/msg/T');
    expect(own.hash).toMatch(/^RIHS01_/);
    const plain = new TypeRegistry({ amentPrefixPath: '' });
    plain.add('p/msg/T', 'uint8 letter\nuint16 wide\nint32 count 7\n');
    expect(own.hash).not.toBe(plain.message('p/msg/T').hash);
    expect(hash({ primitive: 'char' })).toBe(hash({ primitive: 'uint8' }));
  });
});
