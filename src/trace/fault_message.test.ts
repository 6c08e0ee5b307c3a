import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TypeRegistry } from '../interfaces/index.js';
import { encodeFault, FAULT_DEFINITION, FAULT_TYPE } from './fault_message.js';

it('encodes as its definition says', () => {
  const types = new TypeRegistry({ amentPrefixPath: '' });
  const type = types.fromSchema(FAULT_TYPE, FAULT_DEFINITION);
  const text = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(text, text, (fault, target) => {
      expect(type.decode(encodeFault({ fault, target, time: 0 }))).toEqual({ fault, target });
    }),
  );
});
