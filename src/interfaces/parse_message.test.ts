import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OrreryError } from '../errors/index.js';
import { parseMessage, splitSections } from './parse_message.js';

const context = { package: 'my_msgs', type: 'my_msgs/msg/Test', file: 'Test.msg' };
const parse = (text: string) => parseMessage(text, context);

function errorOf(run: () => unknown): OrreryError {
  try {
    run();
  } catch (error) {
    if (error instanceof OrreryError) return error;
    throw error;
  }
  throw new Error('no error');
}

describe('parseMessage', () => {
  it('reads types, bounds and arrays', () => {
    const { fields } = parse(`
# comment
int32 a            # trailing comment
string<=10 b
wstring c
float64[9] d
uint8[<=3] e
string<=5[] f
Other g
geometry_msgs/Pose[2] h
geometry_msgs/msg/Pose i
time j
duration[] k
`);
    expect(fields.map((f) => f.type)).toEqual([
      { primitive: 'int32' },
      { primitive: 'string', stringBound: 10 },
      { primitive: 'wstring' },
      { primitive: 'float64', array: { kind: 'fixed', size: 9 } },
      { primitive: 'uint8', array: { kind: 'bounded', size: 3 } },
      { primitive: 'string', stringBound: 5, array: { kind: 'unbounded' } },
      { nested: 'my_msgs/msg/Other' },
      { nested: 'geometry_msgs/msg/Pose', array: { kind: 'fixed', size: 2 } },
      { nested: 'geometry_msgs/msg/Pose' },
      { nested: 'builtin_interfaces/msg/Time' },
      { nested: 'builtin_interfaces/msg/Duration', array: { kind: 'unbounded' } },
    ]);
  });

  it('reads constants of every form', () => {
    const { constants } = parse(
      `
bool YES=true
bool NO = 0
int8 NEGATIVE=-5
uint16 HEX=0xFF
int64 BIG=-9223372036854775808
uint64 BIGGEST=18446744073709551615
float32 HALF=.5
float64 EXP=1e-3   # comment
string BARE=hello world # comment
string QUOTED="a # b"
string TICKED='it''s'
`.replace("'it''s'", "'it\\'s'"),
    );
    expect(Object.fromEntries(constants.map((c) => [c.name, c.value]))).toEqual({
      YES: true,
      NO: false,
      NEGATIVE: -5,
      HEX: 255,
      BIG: -(2n ** 63n),
      BIGGEST: 2n ** 64n - 1n,
      HALF: 0.5,
      EXP: 0.001,
      BARE: 'hello world',
      QUOTED: 'a # b',
      TICKED: "it's",
    });
  });

  it('reads defaults, in arrays too', () => {
    const { fields } = parse(`
int32 a 42
string b "x=y"
float64[3] c [1.5, -2, 3e2]
string[] d ["", "a, b", 'c']
bool[<=3] e [true, false]
uint8[] f []
float32 v  # lsb=scale/resolution
`);
    expect(fields.map((f) => f.default)).toEqual([
      42,
      'x=y',
      [1.5, -2, 300],
      ['', 'a, b', 'c'],
      [true, false],
      [],
      undefined,
    ]);
  });

  it.each([
    ['int32', 1, 6, 'a name is missing'],
    ['\nint33 a', 2, 1, "'int33' is not a type"],
    ['int32<=5 a', 1, 1, 'only string and wstring'],
    ['uint8 a 256', 1, 9, 'not in the range'],
    ['int8 A=x', 1, 8, 'not an integer'],
    ['string<=3 a "abcd"', 1, 13, 'longer than its bound'],
    ['int32[2] a [1]', 1, 12, '1 values instead of 2'],
    ['int32[<=1] a [1, 2]', 1, 14, 'more than 1'],
    ['int32[] a 5', 1, 11, 'in brackets'],
    ['string a "open', 1, 10, 'not closed'],
    ['int32 a\nint32 a', 2, 7, 'defined twice'],
    ['int32 Upper', 1, 7, "not a field's name"],
    ['int32 lower=5', 1, 7, "not a constant's name"],
    ['int32 a 5 6', 1, 9, "'5 6' is not an integer"],
    ['int32 a__b', 1, 7, "not a field's name"],
    ['Other A=5', 1, 1, 'primitive type'],
    ['Other a 5', 1, 9, 'cannot have a default'],
    ['int32[0] a', 1, 1, 'out of range'],
    ['int32[<=] a', 1, 1, 'lacks the bound'],
    ['int32[99999999999] a', 1, 1, 'out of range'],
  ])('refuses %j at %i:%i', (text, line, column, message) => {
    const error = errorOf(() => parse(text));
    expect(error.code).toBe('ORR_DEFINITION_SYNTAX');
    expect(error.message).toContain(message);
    expect(error.place).toMatchObject({ line, column, file: 'Test.msg' });
  });

  it('is lenient with the names in schemas of recordings', () => {
    const { fields, constants } = parseMessage('float64[9] K\nuint8 debug=1', {
      ...context,
      lenient: true,
    });
    expect(fields[0]!.name).toBe('K');
    expect(constants[0]!.name).toBe('debug');
  });

  it('gives a definition or a coded error for any text', () => {
    const words = fc.constantFrom(
      ...['int32', 'string', '<=', '[', ']', '3', ' ', '\n', '=', 'a', 'B', '"', "'", '#', '\\'],
      ...['[]', ',', '-', 'pkg/', 'Type', 'true', '\t', '.', 'e5', '\r', '\0', 'ü', '---'],
    );
    const text = fc.oneof(
      fc.array(words, { maxLength: 30 }).map((parts) => parts.join('')),
      fc.string({ maxLength: 80 }),
    );
    fc.assert(
      fc.property(text, (source) => {
        try {
          parse(source);
        } catch (error) {
          expect(error).toMatchObject({ code: 'ORR_DEFINITION_SYNTAX' });
          expect((error as OrreryError).place.line).toBeGreaterThan(0);
          expect((error as OrreryError).place.column).toBeGreaterThan(0);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('splitSections', () => {
  it('splits services and actions and keeps line numbers', () => {
    const sections = splitSections('int32 a\n---\nint32 b\n---\nint32 c\n', 3, context);
    expect(sections).toEqual([
      { text: 'int32 a', firstLine: 1 },
      { text: 'int32 b', firstLine: 3 },
      { text: 'int32 c\n', firstLine: 5 },
    ]);
  });

  it.each([
    ['int32 a\n', 2 as const],
    ['---\n---\n', 2 as const],
    ['---\n', 3 as const],
  ])('refuses %j as %i sections', (text, count) => {
    expect(errorOf(() => splitSections(text, count, context)).code).toBe('ORR_DEFINITION_SYNTAX');
  });
});
