import { describe, expect, it } from 'vitest';
import { MessageValidationError, TypeValidationError, ValidationError } from '../errors/index.js';
import type { InterfacePackage } from './interface_loader.js';
import {
  actionClassOf,
  interfaceLoader,
  messageClassOf,
  serviceClassOf,
} from './interfaces_in_use.js';
import type { MessageArray } from './message_array.js';
import type { MessageInstance } from './message_instance.js';
import { MessageIntrospector } from './message_introspector.js';
import { deserializeMessage, serializeMessage } from './serialize_message.js';
import {
  assertValidMessage,
  createMessageValidator,
  getFieldNames,
  getFieldType,
  getMessageSchema,
  validateMessage,
} from './validate_message.js';

type Loose = MessageInstance & Record<string, never>;
const make = (name: string, other?: unknown) => new (messageClassOf(name))(other) as Loose;
const set = (message: MessageInstance & Record<string, unknown>, field: string, value: unknown) => {
  message[field] = value;
  return message[field];
};

describe('interface loader', () => {
  it('gives one class for a name, an object, a class and a package member', () => {
    const Text = messageClassOf('std_msgs/msg/String');
    const { msg, srv } = interfaceLoader().load('std_msgs') as InterfacePackage;
    expect(messageClassOf({ package: 'std_msgs', type: 'msg', name: 'String' })).toBe(Text);
    expect(messageClassOf(Text)).toBe(Text);
    expect(msg.String).toBe(Text);
    expect(Object.keys(msg)).toEqual([]);
    expect(srv).toEqual({});
    expect(Text.type()).toEqual({
      pkgName: 'std_msgs',
      subFolder: 'msg',
      interfaceName: 'String',
    });
    expect(Text.classType).toBe(Text);
    expect(Text.isROSArray).toBe(false);
  });

  it('gives services and actions with their parts', () => {
    const AddTwoInts = serviceClassOf('example_interfaces/srv/AddTwoInts');
    const { srv } = interfaceLoader().load('example_interfaces') as InterfacePackage;
    expect(new AddTwoInts.Request().hasMember('a')).toBe(true);
    expect(srv.AddTwoInts_Request).toBe(AddTwoInts.Request);
    expect(AddTwoInts.type().subFolder).toBe('srv');
    const Fibonacci = actionClassOf('test_msgs/action/Fibonacci');
    expect(new Fibonacci.Goal().hasMember('order')).toBe(true);
    expect(new Fibonacci.impl.SendGoalService.Request().hasMember('goal_id')).toBe(true);
    expect(Fibonacci.impl.CancelGoal.type().interfaceName).toBe('CancelGoal');
  });

  it('refuses everything that is not the full name of a known interface', () => {
    const names = ['std_msgs/msg/CString', 'std_msgs/msg/String ', '/std_msgs/msg/String'];
    names.push(' std_msgs/msg/String', 'std_msgs/String', 'std_msgs/srv/String', 'msg/String');
    names.push('unknown', 'unknown/msg/Unknown', 'std_msgs/nonsense/String');
    for (const name of names) expect(() => messageClassOf(name)).toThrow(ValidationError);
    expect(() => messageClassOf({} as string)).toThrow(TypeValidationError);
    expect(() => messageClassOf(7 as never)).toThrow('does not exist');
  });
});

describe('message instances', () => {
  it('start with zeros and the defaults of the definition', () => {
    expect(make('std_msgs/msg/ColorRGBA').toPlainObject()).toEqual({ r: 0, g: 0, b: 0, a: 0 });
    expect(make('std_msgs/msg/String').data).toBe('');
    expect(make('std_msgs/msg/Int64').data).toBe(0n);
    const defaults = make('test_msgs/msg/Defaults').toPlainObject();
    expect(defaults).toMatchObject({ bool_value: true, int8_value: -50, int64_value: -40000000n });
  });

  it('check what is assigned', () => {
    expect(set(make('std_msgs/msg/Char'), 'data', 'A')).toBe(65);
    expect(set(make('std_msgs/msg/Bool'), 'data', 'ABc')).toBe(true);
    expect(set(make('std_msgs/msg/Float32'), 'data', 3.14)).toBe(Math.fround(3.14));
    expect(set(make('std_msgs/msg/Int64'), 'data', 5)).toBe(5n);
    const limits = { Int8: 128, UInt8: -1, Int16: 32768, UInt16: 65536, Int32: 2 ** 31 };
    for (const [type, value] of Object.entries({ ...limits, UInt32: -1, Byte: 256, Char: 128 })) {
      expect(() => set(make(`std_msgs/msg/${type}`), 'data', value)).toThrow(RangeError);
    }
    expect(() => set(make('std_msgs/msg/String'), 'data', 1)).toThrow(TypeError);
    expect(() => set(make('std_msgs/msg/Int64'), 'data', 'x')).toThrow('type of bigint');
    expect(() => set(make('std_msgs/msg/Int64'), 'data', 2n ** 63n)).toThrow(RangeError);
    const pose = make('geometry_msgs/msg/PoseWithCovariance');
    expect(() => set(pose, 'covariance', [1])).toThrow('The length of the array must be 36.');
    const bounded = make('test_msgs/msg/BoundedSequences');
    expect(() => set(bounded, 'bool_values', [true, true, true, true])).toThrow('must be <= 3.');
  });

  it('refuse an array that only claims to be long', () => {
    const tooLarge = expect.objectContaining({ code: 'ORR_MESSAGE_TOO_LARGE' });
    const scan = make('sensor_msgs/msg/LaserScan');
    expect(() => set(scan, 'ranges', { length: 1e9 })).toThrow(tooLarge);
    expect(() => make('sensor_msgs/msg/PointCloud2', { fields: { length: 1e9 } })).toThrow(
      tooLarge,
    );
    expect(() => make('std_msgs/msg/ByteMultiArray', { data: { length: 1e12 } })).toThrow(tooLarge);
  });

  it('copy: no part is shared', () => {
    const plain = {
      layout: { dim: [{ label: 'height', size: 10, stride: 600 }], data_offset: 4 },
      data: [-10, 1, 2],
    };
    const one = make('std_msgs/msg/Int16MultiArray', plain);
    const two = make('std_msgs/msg/Int16MultiArray');
    two.copy(one);
    const three = make('std_msgs/msg/Int16MultiArray', one);
    set(one, 'data', [7]);
    const { dim }: { dim: MessageArray } = one.layout as never;
    (dim.data as Loose[])[0]!.label = 'x' as never;
    for (const copy of [two, three]) {
      expect(copy.toPlainObject()).toEqual({ ...plain, data: Int16Array.of(-10, 1, 2) });
    }
    expect(two.toPlainObject(false).data).toEqual([-10, 1, 2]);
  });

  it('have array wrappers', () => {
    const { ArrayType } = messageClassOf('std_msgs/msg/Byte');
    const bytes = new ArrayType(3);
    bytes.fill([1, 2, 3]);
    expect(bytes.data).toEqual(Uint8Array.of(1, 2, 3));
    bytes.size = 1;
    expect(bytes.capacity).toBe(1);
    const dim: MessageArray = make('std_msgs/msg/MultiArrayLayout').dim as never;
    dim.fill([{ label: 'a' }]);
    expect((dim.data as Loose[])[0]?.label).toBe('a');
    expect(dim.classType.isROSArray).toBe(true);
    expect(() => dim.copy(bytes)).toThrow(TypeError);
    expect(() => new ArrayType(-1)).toThrow(RangeError);
  });

  it('carry the constants of their class', () => {
    const Status = messageClassOf('action_msgs/msg/GoalStatus');
    expect(Status).toHaveProperty('STATUS_SUCCEEDED', 4);
  });

  it('can be serialized and deserialized', () => {
    const Text = messageClassOf('std_msgs/msg/String');
    const message = new Text('hi');
    const buffer = serializeMessage(message, Text);
    expect([...buffer.subarray(0, 8)]).toEqual([0, 1, 0, 0, 3, 0, 0, 0]);
    expect(deserializeMessage(buffer, Text).toPlainObject()).toEqual({ data: 'hi' });
    expect(() => serializeMessage({}, Text)).toThrow(TypeValidationError);
    expect(() => deserializeMessage([] as never, Text)).toThrow(TypeValidationError);
  });

  it('survive a round trip through CDR for every built-in message type', () => {
    const { registry } = interfaceLoader();
    let count = 0;
    for (const name of registry.packages().flatMap((pkg) => registry.interfaces(pkg))) {
      if (name.split('/')[1] !== 'msg') continue;
      const Class = messageClassOf(name);
      const message = new Class();
      expect(deserializeMessage(message.serialize(), Class).toPlainObject()).toEqual(
        message.toPlainObject(),
      );
      count++;
    }
    expect(count).toBeGreaterThan(100);
  });
});

describe('MessageIntrospector', () => {
  it('shows fields, schema and fresh defaults', () => {
    const twist = new MessageIntrospector('geometry_msgs/msg/Twist');
    expect(twist.fields).toEqual(['linear', 'angular']);
    expect(twist.schema.msgName).toBe('Twist');
    const { defaults } = twist;
    (defaults.linear as { x: number }).x = 9;
    const zero = { x: 0, y: 0, z: 0 };
    expect(twist.defaults).toEqual({ linear: zero, angular: zero });
    expect(() => new MessageIntrospector(null as never)).toThrow(TypeValidationError);
  });
});

describe('message validation', () => {
  it('describes types', () => {
    expect(getFieldNames('geometry_msgs/msg/Twist')).toEqual(['linear', 'angular']);
    expect(getFieldType('geometry_msgs/msg/Twist', 'linear')).toMatchObject({
      isPrimitiveType: false,
      pkgName: 'geometry_msgs',
      type: 'Vector3',
    });
    expect(getMessageSchema('std_msgs/msg/Bool')?.messageType).toBe('std_msgs/msg/Bool');
    expect(getMessageSchema('std_srvs/srv/SetBool')).toBeNull();
    expect(getMessageSchema('no/msg/Such')).toBeNull();
    expect(getFieldNames('no/msg/Such')).toEqual([]);
  });

  it('names every problem by its path', () => {
    const problems = (message: unknown, type: string, options = {}) =>
      validateMessage(message, type, options).issues.map((i) => `${i.field}: ${i.problem}`);
    const twist = { linear: { x: 'a', y: 1 }, angular: 5, extra: 1 };
    expect(problems(twist, 'geometry_msgs/msg/Twist', { strict: true })).toEqual([
      'extra: UNKNOWN_FIELD',
      'linear.x: TYPE_MISMATCH',
      'angular: TYPE_MISMATCH',
    ]);
    expect(problems({}, 'std_msgs/msg/Bool', { checkRequired: true })).toEqual([
      'data: MISSING_FIELD',
    ]);
    const pose = { covariance: [1] };
    expect(problems(pose, 'geometry_msgs/msg/PoseWithCovariance')).toEqual([
      'covariance: ARRAY_LENGTH',
    ]);
    const layout = { dim: [{ label: 'a' }, { label: 1 }] };
    expect(problems(layout, 'std_msgs/msg/MultiArrayLayout')).toEqual([
      'dim[1].label: TYPE_MISMATCH',
    ]);
    expect(problems('x', 'std_msgs/msg/String')).toEqual([]);
    expect(problems(1, 'std_msgs/msg/Int64')).toEqual([]);
    expect(problems(null, 'std_msgs/msg/String')).toEqual(['(root): TYPE_MISMATCH']);
    expect(problems({}, 'no/msg/Such')).toEqual(['(root): INVALID_TYPE_CLASS']);
  });

  it('can throw, and can be bound to a type', () => {
    expect(() => assertValidMessage({ data: 1 }, 'std_msgs/msg/String')).toThrow(
      MessageValidationError,
    );
    const check = createMessageValidator('std_msgs/msg/Bool', { strict: true });
    expect(check({ data: true, more: 1 }).valid).toBe(false);
    expect(check({ data: true, more: 1 }, { strict: false }).valid).toBe(true);
    expect(() => createMessageValidator('no/msg/Such')).toThrow(TypeValidationError);
  });
});
