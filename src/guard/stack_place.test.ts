import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNodeLine, stackPlace } from './stack_place.js';

/** Names of folders as people choose them, without `/` and without text that looks like a frame. */
const folder = fc
  .stringMatching(/^[A-Za-z0-9 ()[\]._äé-]{1,12}$/)
  .filter((name) => name.trim() === name && !/^\.+$/.test(name) && !name.includes(' (/'));
const file = fc
  .array(folder, { minLength: 1, maxLength: 4 })
  .map((parts) => `/${parts.join('/')}/n.cjs`);
const who = fc.constantFrom('', 'Timer.tick', 'new Foo', 'async run', 'Object.<anonymous>');

describe('a line of a stack', () => {
  it('names its file, whatever the names of its folders', () => {
    fc.assert(
      fc.property(file, who, fc.nat(999), fc.nat(99), (path, name, line, column) => {
        const place = `${path}:${line}:${column}`;
        const text = name === '' ? `    at ${place}` : `    at ${name} (${place})`;
        expect(stackPlace(text)).toEqual({ file: path, line, column });
        expect(isNodeLine(text)).toBe(false);
      }),
    );
  });

  it('of a module names its path', () => {
    expect(stackPlace('    at main (file:///a%20(b)/c.mjs:3:4)')).toEqual({
      file: '/a (b)/c.mjs',
      line: 3,
      column: 4,
    });
    expect(stackPlace('    at async file:///c.mjs:3:4')).toEqual({
      file: '/c.mjs',
      line: 3,
      column: 4,
    });
  });

  it('of evaluated code names where the code was generated', () => {
    const line = '    at eval (eval at f (/x/(y).js:3:4), <anonymous>:1:1)';
    expect(stackPlace(line)).toEqual({ file: '/x/(y).js', line: 3, column: 4 });
  });

  it('of Node names no file', () => {
    const line = '    at Module._compile (node:internal/modules/cjs/loader:1554:14)';
    expect(stackPlace(line)).toBeUndefined();
    expect(isNodeLine(line)).toBe(true);
    expect(isNodeLine('    at node:fs:1:2')).toBe(true);
    expect(isNodeLine('    at f (/my/node:stuff/x.js:1:2)')).toBe(false);
    expect(stackPlace('    at async Promise.all (index 0)')).toBeUndefined();
  });
});
