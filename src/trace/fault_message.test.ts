import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TypeRegistry } from '../interfaces/index.js';
import { decodeFault, encodeFault, FAULT_DEFINITION, FAULT_TYPE } from './fault_message.js';

it('encodes as its definition says', () => {
  const types = new TypeRegistry({ amentPrefixPath: '' });
  const type = types.fromSchema(FAULT_TYPE, FAULT_DEFINITION);
  const text = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(text, text, (fault, target) => {
      const bytes = encodeFault({ fault, target, time: 0 });
      expect(type.decode(bytes)).toEqual({ fault, target });
      expect(decodeFault(bytes)).toEqual({ fault, target });
      expect(decodeFault(bytes.subarray(0, bytes.length - 1))).toBeUndefined();
    }),
  );
});
