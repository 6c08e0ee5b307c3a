import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateExpression } from './evaluate_expression.js';
import { ExpressionMistake } from './expression_value.js';

describe('$(eval) expressions', () => {
  // The right column is what CPython 3 prints for str() of the left.
  it.each([
    ['1 + 2 * 3', '7'],
    ['(1 + 2) * 3', '9'],
    ['7 // 2, -7 // 2, 7 % -3, -7 % 3', undefined],
    ['-7 // 2', '-4'],
    ['-7 % 3', '2'],
    ['7.5 % -2', '-0.5'],
    ['1 / 2', '0.5'],
    ['4 / 2', '2.0'],
    ['2 ** 3 ** 2', '512'],
    ['-2 ** 2', '-4'],
    ['2 ** -1', '0.5'],
    ['10 ** 30', '1000000000000000000000000000000'],
    ['1e16', '1e+16'],
    ['1e15', '1000000000000000.0'],
    ['0.0001', '0.0001'],
    ['0.00001', '1e-05'],
    ['0.1 + 0.2', '0.30000000000000004'],
    ['1 < 2 < 3', 'True'],
    ['1 < 2 > 3', 'False'],
    ['1 == 1.0', 'True'],
    ['True + 1', '2'],
    ['not 0', 'True'],
    ['not not 0', 'False'],
    ['"" or "x"', 'x'],
    ['"a" and "b"', 'b'],
    ['1 if False else 2', '2'],
    ['"sim" in ["sim", "real"]', 'True'],
    ['"x" not in "abc"', 'True'],
    ["'Sim'.lower() == 'sim'", 'True'],
    ["'a,b'.split(',')[1]", 'b'],
    ["'robot_12'[-2:]", '12'],
    ["'a' 'b' + 'c'", 'abc'],
    ["'ab' * 2", 'abab'],
    ["[1, 2.0, 'x', None, (1,)]", "[1, 2.0, 'x', None, (1,)]"],
    ["int('12') + float('0.5')", '12.5'],
    ['round(2.5)', '2'],
    ['max(1, 2.5)', '2.5'],
    ['math.sqrt(16)', '4.0'],
    ['str(0x10) + str(0b11)', '163'],
    ['None is None', 'True'],
    ['int(-2.7)', '-2'],
    ['int(True)', '1'],
    ['int(" +1_000 ")', '1000'],
    ['float("-inf")', '-inf'],
    ['float("nan")', 'nan'],
    ['float("1_0.5e1")', '105.0'],
    ['len("añb") + len([1, 2])', '5'],
    ['abs(-3)', '3'],
    ['round(3.5)', '4'],
    ['round(-2.4)', '-2'],
    ['round(7)', '7'],
    ['min([3, 1, 2])', '1'],
    ['max("abc")', 'c'],
    ['any([0, 1])', 'True'],
    ['all([0, 1])', 'False'],
    ['bool("")', 'False'],
    ['floor(-1.5) + ceil(1.2)', '0'],
    ['math.fabs(-2)', '2.0'],
    ['degrees(pi)', '180.0'],
    ['radians(180) == pi', 'True'],
    ["'robot'.upper()", 'ROBOT'],
    ["'rOBOT'.capitalize()", 'Robot'],
    ["'  a '.strip()", 'a'],
    ["'xxaxx'.lstrip('x')", 'axx'],
    ["'xxaxx'.rstrip('x')", 'xxa'],
    ["'robot'.startswith('ro') and 'robot'.endswith('ot')", 'True'],
    ["'a b  c'.split()[2]", 'c'],
    ["'aXbX'.replace('X', '-')", 'a-b-'],
    ["'abc'.find('z')", '-1'],
    ["'aaa'.count('a')", '3'],
    ["'12'.isdigit()", 'True'],
  ])('%s', (text, expected) => {
    if (expected === undefined) expect(() => evaluateExpression(text)).toThrow(ExpressionMistake);
    else expect(evaluateExpression(text)).toBe(expected);
  });

  it.each([
    '__import__("os")',
    'open("x")',
    '"".__class__',
    '1 / 0',
    '"a" + 1',
    '1 +',
    '(1',
    "'abc",
    'true',
    '9 ** 9 ** 9',
    '"x" * 10 ** 9',
    'x = 1',
    'lambda: 1',
    '[1][5]',
    'int("x")',
    'int(inf)',
    'int([])',
    'float("x")',
    'float(None)',
    'len(5)',
    'len(1, 2)',
    'abs("a")',
    'round("a")',
    'min([])',
    'max(5)',
    'sqrt(-1)',
    'floor(nan)',
    '(5).lower()',
    "'a'.find(5)",
    "'a'.split('')",
  ])('refuses %s', (text) => {
    expect(() => evaluateExpression(text)).toThrow(ExpressionMistake);
  });

  it('never fails with anything but its own mistake', () => {
    const token = fc.constantFrom(
      ...'1 2.5 "a" ( ) [ ] + - * / // % ** == < in not and or if else . , : lower int math'.split(
        ' ',
      ),
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 14 }), (tokens) => {
        try {
          evaluateExpression(tokens.join(' '));
        } catch (error) {
          expect(error).toBeInstanceOf(ExpressionMistake);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('does not overflow the stack', () => {
    for (const chain of ['1 if 1 else ', '1+', '0 or ', '1 and ', '2**', '1<']) {
      const text = `${chain.repeat(Math.floor(9_900 / chain.length))}1`;
      try {
        evaluateExpression(text);
      } catch (error) {
        expect(error).toBeInstanceOf(ExpressionMistake);
      }
    }
    for (const open of ['(', '-', 'not ', '1 if ', '[']) {
      expect(() => evaluateExpression(open.repeat(4000))).toThrow(ExpressionMistake);
    }
  });
});
