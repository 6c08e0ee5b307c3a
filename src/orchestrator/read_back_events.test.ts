import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TypeRegistry } from '../interfaces/index.js';
import { readBackOf } from './parameter_service.js';
import { ReadBackEvents } from './read_back_events.js';

const type = new TypeRegistry({ amentPrefixPath: '' }).message('rcl_interfaces/msg/ParameterEvent');

const simTime = { name: 'use_sim_time', value: { type: 1, bool_value: true } };
const other = { name: 'use_sim_times', value: { type: 1, bool_value: true } };

const event = fc.record({
  stamp: fc.record({
    sec: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    nanosec: fc.integer({ min: 0, max: 999_999_999 }),
  }),
  node: fc.constantFrom('/a', '/b', '/long/name'),
  new_parameters: fc.constantFrom([], [other]),
  changed_parameters: fc.constantFrom([], [simTime], [other], [simTime, other]),
  deleted_parameters: fc.constant([]),
});

test('An event is recognised as if every event were decoded', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 20 }), (events) => {
      const known = new ReadBackEvents();
      for (const each of events) {
        const bytes = type.encode(type.normalize(each));
        expect(known.read(bytes)).toEqual(readBackOf(bytes));
        // An event from the network may start anywhere in a datagram and be followed by padding.
        const datagram = new Uint8Array([7, 7, 7, ...bytes, 0]);
        const part = datagram.subarray(3);
        expect(known.read(part)).toEqual(readBackOf(part));
      }
    }),
  );
});

test('A payload too short for a stamp is not recognised as an event', () => {
  const known = new ReadBackEvents();
  known.read(type.encode(type.normalize({ node: '/a', changed_parameters: [simTime] })));
  for (let length = 0; length < 16; length++) {
    expect(known.read(new Uint8Array(length))).toBeUndefined();
  }
});
