import { describe, expect, it } from 'vitest';
import { TypeRegistry } from '../interfaces/index.js';
import { Float, pythonTree, truncated } from './python_tree.js';
import { pythonYaml } from './python_yaml.js';

describe('writes the YAML of PyYAML 6.0.3', () => {
  // Expected: what `yaml.dump(value, allow_unicode=True, width=sys.maxsize)` returned.
  it.each([
    ['hello world', 'hello world'],
    ['', "''"],
    ['Hello World: 1', "'Hello World: 1'"],
    ['yes', "'yes'"],
    ['y', 'y'],
    ['1e5', '1e5'],
    ['1.5', "'1.5'"],
    ['12:30', "'12:30'"],
    ['2001-01-01', "'2001-01-01'"],
    ['...', "'...'"],
    ['- a', "'- a'"],
    ['-a', '-a'],
    ["it's", "it's"],
    ["'a", "'''a'"],
    ['a #b', "'a #b'"],
    ['a#b', 'a#b'],
    ['é', 'é'],
    ['a\tb', '"a\\tb"'],
    ['\u0001😀', '"\\x01\\U0001F600"'],
    ['a\nb', "'a\n\n  b'"],
    [' a', "' a'"],
  ])('of the text %j', (text, yaml) => {
    expect(pythonYaml({ a: text })).toBe(`a: ${yaml}\n`);
  });

  it.each([
    [0, '0.0'],
    [-0, '-0.0'],
    [0.1, '0.1'],
    [1e15, '1000000000000000.0'],
    [1e16, '1.0e+16'],
    [0.0001, '0.0001'],
    [0.00001, '1.0e-05'],
    [-2.5e-7, '-2.5e-07'],
    [Number.NaN, '.nan'],
    [Number.NEGATIVE_INFINITY, '-.inf'],
  ])('of the float %d', (value, yaml) => {
    expect(pythonYaml({ a: new Float(value) })).toBe(`a: ${yaml}\n`);
  });

  it('for collections', () => {
    const tree = {
      a: [
        { b: 1, c: [] },
        { b: 2, c: [1, 2] },
      ],
      d: {},
      e: [[1], []],
      f: 'x, y',
    };
    expect(pythonYaml(tree)).toBe(
      'a:\n- b: 1\n  c: []\n- b: 2\n  c:\n  - 1\n  - 2\nd: {}\ne:\n- - 1\n- []\nf: x, y\n',
    );
    expect(pythonYaml(tree, true)).toBe(
      "{a: [{b: 1, c: []}, {b: 2, c: [1, 2]}], d: {}, e: [[1], []], f: 'x, y'}\n",
    );
  });
});

describe('a message', () => {
  const types = new TypeRegistry({ amentPrefixPath: '' });

  it('keeps floats as floats, and is cut where it is long', () => {
    const type = types.message('sensor_msgs/msg/LaserScan');
    const tree = pythonTree(
      type,
      type.normalize({ header: { frame_id: 'x'.repeat(9) }, ranges: [1, 2.5, 3] }),
    );
    const text = pythonYaml(truncated(tree, 2));
    expect(text).toContain('  frame_id: xx...\n');
    expect(text).toContain('angle_min: 0.0\n');
    expect(text).toContain("ranges:\n- 1.0\n- 2.5\n- '...'\nintensities: []\n");
  });

  it('has a description in place of its arrays and strings', () => {
    const type = types.message('sensor_msgs/msg/LaserScan');
    const tree = pythonTree(type, type.create(), { arrays: true, strings: true });
    expect(pythonYaml(tree)).toContain("ranges: '<sequence type: float, length: 0>'\n");
    expect(pythonYaml(tree)).toContain("  frame_id: '<string length: <0>>'\n");
  });
});
