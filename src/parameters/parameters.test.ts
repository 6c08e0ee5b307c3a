import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DescriptionError, OrreryError } from '../errors/index.js';
import {
  equalParameterValues,
  formatParameterValue,
  formatRemapRule,
  nodePatternMatches,
  ParameterRules,
  type ParameterValue,
  parseParameterValue,
  parseRemapRule,
  parseRosArguments,
  rulesFromArguments,
  splitRosArguments,
} from './index.js';

function overrides(text: string, node: string): Record<string, unknown> {
  const rules = new ParameterRules();
  rules.addText(text, 'p.yaml');
  return Object.fromEntries([...rules.parametersFor(node)].map(([k, v]) => [k, v.value]));
}

function mistakesOf(text: string): string[] {
  try {
    new ParameterRules().addText(text, 'p.yaml');
  } catch (error) {
    if (!(error instanceof DescriptionError)) throw error;
    return error.errors.map((e) => `${e.place.line}:${e.place.column} ${e.code} ${e.message}`);
  }
  return [];
}

const anyValue: fc.Arbitrary<ParameterValue> = fc.oneof(
  fc.boolean().map((value) => ({ type: 'bool' as const, value })),
  fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map((value) => ({ type: 'integer' as const, value })),
  fc
    .double()
    .filter((d) => d === 0 || !(Math.abs(d) < 2.2250738585072014e-308))
    .map((value) => ({ type: 'double' as const, value })),
  fc.string({ unit: 'grapheme' }).map((value) => ({ type: 'string' as const, value })),
  fc
    .array(fc.constantFrom('yes', 'y', '10', '1e3', '.nan', '', 'a b', '- x', 'null', '~', '#'))
    .filter((a) => a.length > 0)
    .map((value) => ({ type: 'string_array' as const, value })),
  fc
    .array(fc.bigInt(-9n, 9n), { minLength: 1 })
    .map((value) => ({ type: 'integer_array' as const, value })),
);

describe('scalars as ROS 2 reads them', () => {
  it.each([
    ['yes', { type: 'bool', value: true }],
    ['Off', { type: 'bool', value: false }],
    ['y', { type: 'bool', value: true }],
    ['0x10', { type: 'integer', value: 16n }],
    ['010', { type: 'integer', value: 8n }],
    ['08', { type: 'double', value: 8 }],
    ['-9223372036854775808', { type: 'integer', value: -(2n ** 63n) }],
    ['9223372036854775808', { type: 'double', value: 2 ** 63 }],
    ['1e3', { type: 'double', value: 1000 }],
    ['1e999', { type: 'string', value: '1e999' }],
    ['.inf', { type: 'double', value: Infinity }],
    ['-.INF', { type: 'double', value: -Infinity }],
    ['0x1p4', { type: 'double', value: 16 }],
    ['"10"', { type: 'string', value: '10' }],
    ['!!str 10', { type: 'string', value: '10' }],
    ['!!float 10', { type: 'double', value: 10 }],
    ['.', { type: 'string', value: '.' }],
    ['.5', { type: 'double', value: 0.5 }],
    ['1.', { type: 'double', value: 1 }],
    ['+.5e1', { type: 'double', value: 5 }],
    ['-0x10', { type: 'integer', value: -16n }],
    ['0x', { type: 'string', value: '0x' }],
    ['0o17', { type: 'string', value: '0o17' }],
    ['inf', { type: 'double', value: Infinity }],
    ['-Infinity', { type: 'double', value: -Infinity }],
    ['+.nan.', { type: 'string', value: '+.nan.' }],
    ['1_000', { type: 'string', value: '1_000' }],
    ['12:30', { type: 'string', value: '12:30' }],
    ['null', { type: 'string', value: 'null' }],
    ['[1, 2]', { type: 'integer_array', value: [1n, 2n] }],
    ['[on, n]', { type: 'bool_array', value: [true, false] }],
  ])('%s', (text, expected) => {
    expect(parseParameterValue(text)).toEqual(expected);
  });

  it('reads .nan as a double', () => {
    expect(parseParameterValue('.nan')).toEqual({ type: 'double', value: Number.NaN });
  });

  it('reads a single word the same with and without the YAML parser', () => {
    const unit = fc.constantFrom(...'-+._/09axeEnN ~#:"');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 5 }), fc.boolean(), (word, isQuoted) => {
        const text = isQuoted ? `"${word}"` : word;
        const read = (what: string) => {
          try {
            return [parseParameterValue(what).value].flat();
          } catch {
            return undefined;
          }
        };
        const alone = read(text);
        if (alone !== undefined) expect(read(`[${text}]`) ?? alone).toEqual(alone);
      }),
      { numRuns: 500 },
    );
  });

  it('reads back what it formats, with the same type', () => {
    fc.assert(
      fc.property(anyValue, (value) =>
        equalParameterValues(parseParameterValue(formatParameterValue(value)), value),
      ),
      { numRuns: 500 },
    );
  });
});

describe('parameter files', () => {
  it('flattens nested names and joins nested namespaces', () => {
    const text =
      'ns:\n  arm:\n    ros__parameters: {a.b: 1, c: {d: x, e: {f: 1.5}}}\n/q/w: {ros__parameters: {z: on}}\n';
    expect(overrides(text, '/ns/arm')).toEqual({ 'a.b': 1n, 'c.d': 'x', 'c.e.f': 1.5 });
    expect(overrides(text, '/q/w')).toEqual({ z: true });
    expect(overrides(text, '/arm')).toEqual({});
  });

  it('applies entries in order of first mention, over all sources', () => {
    const rules = new ParameterRules();
    rules.addText('/a: {ros__parameters: {x: 1}}\n/**: {ros__parameters: {x: 2}}', 'one.yaml');
    rules.addText('/a: {ros__parameters: {x: 3}}', 'two.yaml');
    expect(rules.parametersFor('/a').get('x')?.value).toBe(2n);
    expect(rules.entries[0]?.parameters.get('x')?.value.value).toBe(3n);
  });

  it('lists entries that match no node', () => {
    const rules = new ParameterRules();
    rules.addText('/**: {ros__parameters: {x: 1}}\ntypo: {ros__parameters: {x: 2}}', 'p.yaml');
    expect(rules.unmatched(['/node']).map((e) => [e.pattern, e.place.line])).toEqual([['typo', 2]]);
  });

  it('matches wildcards as the regular expressions of rclcpp do', () => {
    const part = fc.constantFrom('a', 'b', 'c');
    const token = fc.oneof(part, fc.constant('*'), fc.constant('**'));
    fc.assert(
      fc.property(
        fc.array(token, { minLength: 1, maxLength: 5 }),
        fc.array(part, { minLength: 1, maxLength: 5 }),
        (tokens, names) => {
          const source = tokens
            .map((t) => (t === '**' ? '(?:/\\w+)*' : t === '*' ? '(?:/\\w+)' : `/${t}`))
            .join('');
          const name = `/${names.join('/')}`;
          expect(nodePatternMatches(`/${tokens.join('/')}`, name)).toBe(
            new RegExp(`^${source}$`).test(name),
          );
        },
      ),
    );
  });

  it('reports every mistake at once, with line and column', () => {
    const found = mistakesOf(
      [
        'node:',
        '  ros_parameters:',
        '    a: 1',
        'b:',
        '  ros__parameters:',
        '    empty:',
        '    none: []',
        '    mixed: [1, 2.0]',
        '    nested: [[1]]',
        '    tagged: !!int x',
        'foo*: {ros__parameters: {x: 1}}',
        'value: 3',
        'ros__parameters: {q: 1}',
      ].join('\n'),
    );
    expect(found.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      '2:3 ORR_PARAMS_STRUCTURE',
      '6:11 ORR_PARAMS_VALUE',
      '7:11 ORR_PARAMS_VALUE',
      '8:16 ORR_PARAMS_VALUE',
      '9:14 ORR_PARAMS_VALUE',
      '10:19 ORR_PARAMS_VALUE',
      '11:1 ORR_PARAMS_STRUCTURE',
      '12:1 ORR_PARAMS_STRUCTURE',
      '13:1 ORR_PARAMS_STRUCTURE',
    ]);
  });

  it('reports broken YAML, aliases and a missing file', () => {
    expect(mistakesOf('a: [1')[0]).toContain('ORR_PARAMS_SYNTAX');
    expect(mistakesOf('/a: {ros__parameters: {x: &k 1, y: *k}}')[0]).toContain('alias');
    expect(() => new ParameterRules().addFile('/nowhere.yaml')).toThrow(/cannot be read/);
  });

  it('never throws anything but its own error', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        try {
          new ParameterRules().addText(text, 'p.yaml');
        } catch (error) {
          expect(error).toBeInstanceOf(DescriptionError);
        }
      }),
    );
  });
});

describe('--ros-args', () => {
  it.each([
    ['a:=b', { kind: 'name', node: null, scope: 'any', from: 'a', to: 'b' }],
    ['talker:~/a:=/b/c', { kind: 'name', node: 'talker', scope: 'any', from: '~/a', to: '/b/c' }],
    ['rostopic://a:=b', { kind: 'name', node: null, scope: 'topic', from: 'a', to: 'b' }],
    ['n:rosservice:///a:=b', { kind: 'name', node: 'n', scope: 'service', from: '/a', to: 'b' }],
    ['__ns:=/x', { kind: 'namespace', node: null, to: '/x' }],
    ['t:__node:=u', { kind: 'node_name', node: 't', to: 'u' }],
  ])('remaps %s', (text, expected) => {
    const rule = parseRemapRule(text);
    expect(rule).toEqual(expected);
    expect(formatRemapRule(rule)).toBe(text);
  });

  it.each(['ab', 'a:=', ':=b', '__ns:=x', '__node:=a/b', '1x:a:=b', 'a b:=c', 'a:=/b/'])(
    'refuses the remapping %s',
    (text) => {
      expect(() => parseRemapRule(text)).toThrow(OrreryError);
    },
  );

  it('collects parameters in order and splits at --', () => {
    const { ros, rest } = splitRosArguments(
      'x --ros-args -p a:=1 -r c:=d --params-file f.yaml -p n:b:=[u,v] --log-level rcl:=debug -- z'.split(
        ' ',
      ),
    );
    expect(rest).toEqual(['x', 'z']);
    expect(
      ros.parameters.map((p) => (p.kind === 'file' ? p.path : `${p.pattern} ${p.name}`)),
    ).toEqual(['/** a', 'f.yaml', 'n b']);
    expect(ros.logLevels).toEqual([{ logger: 'rcl', level: 'debug' }]);
    expect(
      rulesFromArguments(ros.parameters.filter((p) => p.kind === 'value'))
        .parametersFor('/n')
        .get('b'),
    ).toEqual({ type: 'string_array', value: ['u', 'v'] });
  });

  it('suggests the flag that was meant', () => {
    expect(() => parseRosArguments(['--param-file', 'x'])).toThrow(/--params-file/);
    expect(() => parseRosArguments(['-p'])).toThrow(/missing/);
  });
});
