import { describe, expect, it } from 'vitest';
import { Simulation } from '../../simulation/index.js';
import { interfaceLoader } from '../message/interfaces_in_use.js';
import type { MessageClass } from '../message/message_class.js';
import { checkFields } from './check_fields.js';

/** What is told of a message. */
function toldOf(type: string, message: (loaded: MessageClass) => unknown): string[] {
  const { graph } = new Simulation();
  const told: string[] = [];
  graph.listeners.add('note', {
    warned(text) {
      told.push(text.replace('X is given a message with the field ', ''));
      return true;
    },
  });
  const typeClass = interfaceLoader().load(type) as MessageClass;
  checkFields(message(typeClass), typeClass.messageType, { graph, whom: 'x' });
  return told;
}

describe('fields that a message does not have', () => {
  it.each([
    [{ rnage: 3 }, '"rnage", which sensor_msgs/msg/Range does not have; did you mean "range"?'],
    [
      { header: { stamp: { secs: 3 } } },
      '"header.stamp.secs", which builtin_interfaces/msg/Time does not have; did you mean "sec"?',
    ],
  ])('are named: %o', (message, text) => {
    expect(toldOf('sensor_msgs/msg/Range', () => message)).toEqual([text]);
  });

  it('are named in lists of messages, and of instances', () => {
    const path = { poses: [{ pose: { positoin: {} } }, { other: 1 }] };
    expect(toldOf('nav_msgs/msg/Path', () => path)).toEqual([
      expect.stringMatching(
        /^"poses\[0\]\.pose\.positoin", which geometry_msgs\/msg\/Pose does not/,
      ),
    ]);
    const instance = (loaded: MessageClass) => Object.assign(new loaded(), { foo: 1 });
    expect(toldOf('std_msgs/msg/Empty', instance)).toEqual([
      '"foo", which std_msgs/msg/Empty does not have; its fields are none.',
    ]);
  });

  it.each([
    ['std_msgs/msg/String', 'bare'],
    ['std_msgs/msg/String', undefined],
    ['std_msgs/msg/String', new Uint8Array(8)],
    ['sensor_msgs/msg/PointCloud2', { fields: [], data: new Uint8Array(9), header: null }],
    ['test_msgs/action/Fibonacci_GetResult_Response', { result: { sequence: [1] } }],
    ['nav_msgs/msg/Path', { poses: [null] }],
    ['std_msgs/msg/Float32MultiArray', { layout: { dim: [] }, data: [1] }],
  ])('are not seen where there are none: %s of %o', (type, message) => {
    expect(toldOf(type, () => message)).toEqual([]);
    expect(toldOf(type, (loaded) => new loaded())).toEqual([]);
  });
});
