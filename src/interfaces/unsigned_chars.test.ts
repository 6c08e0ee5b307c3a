import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TypeRegistry } from './type_registry.js';
import { unsignedChars } from './unsigned_chars.js';

const types = new TypeRegistry({ amentPrefixPath: '' });
types.add('z_msgs/msg/Inner', 'char c\nchar[] some\nchar[3] three\nint8 i\n');
types.add('z_msgs/msg/Outer', 'z_msgs/Inner one\nz_msgs/Inner[] many\nint8[] signed\n');

it('shows each char as it is on the wire, and everything else unchanged', () => {
  const byte = fc.integer({ min: 0, max: 255 });
  const inner = fc.record({
    c: byte,
    some: fc.uint8Array({ maxLength: 5 }),
    three: fc.uint8Array({ minLength: 3, maxLength: 3 }),
    i: fc.integer({ min: -128, max: 127 }),
  });
  const outer = fc.record({ one: inner, many: fc.array(inner, { maxLength: 3 }) });
  fc.assert(
    fc.property(outer, (message) => {
      const type = types.message('z_msgs/msg/Outer');
      const whole = { ...message, signed: Int8Array.of(-1) };
      const shown = unsignedChars(type, type.decode(type.encode(type.normalize(whole))));
      expect(shown).toEqual(whole);
    }),
  );
});

it('returns messages without chars unchanged', () => {
  const message = { data: 'x' };
  expect(unsignedChars(types.message('std_msgs/msg/String'), message)).toBe(message);
});
