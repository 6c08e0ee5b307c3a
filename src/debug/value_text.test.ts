import { describe, expect, it } from 'vitest';
import { fieldsText, valueText } from './value_text.js';

class Inner {
  secret = 1;
}

class Robot {
  x = 1.5;
  inner = new Inner();
  stamps = [1n, 2n];
  _library = 3;
  get speed(): number {
    throw new Error('a getter was called');
  }
}

describe('a value as text', () => {
  it('shows plain data completely', () => {
    const data = { a: [1, { b: { c: new Map([['d', 2n]]) } }], e: 'f', g: undefined };
    const text = "{ a: [ 1, { b: { c: Map(1) { 'd' => 2n } } } ], e: 'f', g: undefined }";
    expect(valueText(data).replace(/\s+/g, ' ')).toBe(text);
    expect(valueText(Float64Array.of(1, 2))).toBe('Float64Array(2) [ 1, 2 ]');
    expect(valueText(-0)).toBe('-0');
  });

  it('shows an object of a class with its fields, and nested ones by their class', () => {
    const robot = new Robot();
    Object.defineProperty(robot, 'own', {
      enumerable: true,
      get: () => {
        throw new Error('a getter was called');
      },
    });
    expect(valueText(robot)).toBe(
      'Robot { x: 1.5, inner: [Inner], stamps: [ 1n, 2n ], _library: 3 }',
    );
    expect(fieldsText(robot)).toBe('x: 1.5\ninner: [Inner]\nstamps: [ 1n, 2n ]');
  });

  it('stops at values that are too long, too deep or circular', () => {
    expect(valueText(Array.from({ length: 100 }, () => 7))).toMatch(
      /^\[[\s7,]+\.{3} 68 more items\s+\]$/,
    );
    const loop: { self?: object } = {};
    loop.self = loop;
    expect(valueText(loop)).toContain('[Object]');
  });
});
