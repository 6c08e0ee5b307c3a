import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ContentFilter } from './content_filter.js';

const accepts = (expression: string, message: object, parameters?: string[]): boolean =>
  new ContentFilter(parameters ? { expression, parameters } : { expression }).accepts(message);

describe('ContentFilter', () => {
  it('compares fields with literals and parameters as JavaScript does', () => {
    const operators = {
      '=': (a: number, b: number) => a === b,
      '<>': (a: number, b: number) => a !== b,
      '!=': (a: number, b: number) => a !== b,
      '<': (a: number, b: number) => a < b,
      '<=': (a: number, b: number) => a <= b,
      '>': (a: number, b: number) => a > b,
      '>=': (a: number, b: number) => a >= b,
    };
    const n = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true }));
    const finite = n.filter(Number.isFinite);
    fc.assert(
      fc.property(fc.constantFrom(...Object.entries(operators)), n, finite, ([op, holds], a, b) => {
        expect(accepts(`data ${op} ${b}`, { data: a })).toBe(holds(a, b));
        expect(accepts(`data ${op} %0`, { data: a }, [String(b)])).toBe(holds(a, b));
        expect(accepts(`${b} ${op} data`, { data: a })).toBe(holds(b, a));
      }),
    );
  });

  it('compares 64-bit integers exactly', () => {
    expect(accepts('data = 9007199254740993', { data: 9007199254740993n })).toBe(true);
    expect(accepts('data = 9007199254740993', { data: 9007199254740992n })).toBe(false);
    expect(accepts('data >= %0', { data: 5n }, ['4.5'])).toBe(true);
  });

  it('combines NOT, AND and OR in this order of precedence', () => {
    const bit = fc.boolean();
    fc.assert(
      fc.property(bit, bit, bit, (a, b, c) => {
        const message = { a, b, c };
        const check = (text: string) =>
          accepts(text.replaceAll(/\b[abc]\b/g, '$& = TRUE'), message);
        expect(check('a OR b AND c')).toBe(a || (b && c));
        expect(check('(a OR b) AND c')).toBe((a || b) && c);
        expect(check('not a and b or not not c')).toBe((!a && b) || c);
        expect(check('NOT (a AND NOT b)')).toBe(!(a && !b));
      }),
    );
  });

  it('supports strings, nested fields, elements, LIKE and BETWEEN', () => {
    const message = { data: "it's", pose: { position: { x: 2 } }, points: [{ y: 7 }] };
    expect(accepts("data = 'it''s'", message)).toBe(true);
    expect(accepts('data = %0', message, ["'it''s'"])).toBe(true);
    expect(accepts('data = %1', message, ['x', "it's"])).toBe(true);
    expect(accepts("data LIKE 'it%'", message)).toBe(true);
    expect(accepts("data LIKE '__''s'", message)).toBe(true);
    expect(accepts("data NOT LIKE '%x%'", message)).toBe(true);
    expect(accepts('pose.position.x BETWEEN 1 AND 2', message)).toBe(true);
    expect(accepts('pose.position.x NOT BETWEEN %0 AND %1', message, ['3', '4'])).toBe(true);
    expect(accepts('points[0].y = 7', message)).toBe(true);
    expect(accepts('missing = 1', message)).toBe(false);
    expect(accepts('data > 1', message)).toBe(false);
  });

  it('refuses expressions that it cannot read, without hanging', () => {
    for (const text of ['', 'data', 'data =', '= 1', 'a = 1 b = 2', '(a = 1', 'a = #', 'a AND b']) {
      expect(() => new ContentFilter({ expression: text })).toThrow(`Content filter '${text}'`);
    }
    expect(() => new ContentFilter({ expression: 'a = %1', parameters: ['1'] })).toThrow('%1');
    expect(() => new ContentFilter({ expression: '('.repeat(100_000) })).toThrow();
    const alphabet = fc.constantFrom("'", '(', ')', '=', '<', 'a', '%', '1', ' AND ', ' NOT ', '.');
    fc.assert(
      fc.property(fc.string({ unit: alphabet, maxLength: 30 }), (expression) => {
        try {
          new ContentFilter({ expression, parameters: ['1'] }).accepts({ a: 1 });
        } catch (error) {
          expect((error as Error).message).toMatch(/^Content filter/);
        }
      }),
    );
  });
});
