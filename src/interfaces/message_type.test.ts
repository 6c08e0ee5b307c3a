import { describe, expect, it } from 'vitest';
import { CdrWriter } from './cdr_writer.js';
import { TypeRegistry } from './type_registry.js';

const types = new TypeRegistry({ amentPrefixPath: '' });
types.add(
  'z_msgs/msg/Mixed',
  `char c
bool[] flags
string<=3 short
int32[<=2] few
int64 big
int64[] bigs
uint8[] bytes
float32 f
float32[2] pair [1.5, -2]
wstring w
geometry_msgs/Point[] points
`,
);
types.add('z_msgs/msg/Odd', 'int32 constructor\nint32 value\n');
const mixed = types.message('z_msgs/Mixed');
const imu = types.message('sensor_msgs/Imu');

const refusal = (message: string) =>
  expect.objectContaining({ code: 'ORR_MESSAGE_FIELD', message: expect.stringContaining(message) });

describe('canonical form', () => {
  it('is what rclnodejs gives to callbacks', () => {
    expect(
      mixed.normalize({
        c: 'A',
        flags: [true, false],
        few: [1, 2],
        big: 5,
        bigs: [1n, 2],
        bytes: Buffer.from([1, 2, 3]),
        f: 0.1,
        points: [{ x: 1 }],
      }),
    ).toStrictEqual({
      c: 65,
      flags: [true, false],
      short: '',
      few: Int32Array.of(1, 2),
      big: 5n,
      bigs: [1n, 2n],
      bytes: Uint8Array.of(1, 2, 3),
      f: Math.fround(0.1),
      pair: Float32Array.of(1.5, -2),
      w: '',
      points: [{ x: 1, y: 0, z: 0 }],
    });
  });

  it('takes char as int8 or uint8', () => {
    expect(mixed.normalize({ c: 200 })).toMatchObject({ c: -56 });
    expect(mixed.normalize({ c: -56 })).toMatchObject({ c: -56 });
    expect(() => mixed.normalize({ c: 256 })).toThrow(refusal('z_msgs/msg/Mixed.c'));
  });

  it('has no negative zero in integers', () => {
    expect(Object.is(types.message('std_msgs/Int32').normalize({ data: -0 }).data, 0)).toBe(true);
    expect(Object.is(types.message('std_msgs/Int32').normalize({ data: -0.5 }).data, 0)).toBe(true);
  });

  it('knows which messages are flat', () => {
    expect(types.message('std_msgs/UInt64').isFlat).toBe(true);
    expect(types.message('builtin_interfaces/Time').isFlat).toBe(true);
    expect(types.message('std_msgs/Header').isFlat).toBe(false);
    expect(mixed.isFlat).toBe(false);
  });
});

describe('normalize', () => {
  it('takes objects with getters and array wrappers', () => {
    class Wrapped {
      get points() {
        return { data: [{ x: 2 }], size: 1 };
      }
      get few() {
        return { data: Int32Array.of(7) };
      }
    }
    expect(mixed.normalize(new Wrapped())).toMatchObject({
      points: [{ x: 2, y: 0, z: 0 }],
      few: Int32Array.of(7),
    });
  });

  it('takes typed arrays of another class', () => {
    expect(mixed.normalize({ few: Float64Array.of(1, 2) })).toMatchObject({
      few: Int32Array.of(1, 2),
    });
    expect(() => mixed.normalize({ few: Float64Array.of(1, 2 ** 40) })).toThrow(refusal('few[1]'));
  });

  it.each([
    [{ header: { stamp: { sec: 'x' } } }, 'sensor_msgs/msg/Imu.header.stamp.sec'],
    [{ header: 5 }, 'sensor_msgs/msg/Imu.header must be an object'],
    [{ header: null }, 'not null'],
    [{ orientation: { x: '1' } }, 'sensor_msgs/msg/Imu.orientation.x must be a number'],
    [{ orientation_covariance: [1, 2] }, 'exactly 9'],
    [{ orientation_covariance: new Array(9).fill('x') }, 'orientation_covariance[0]'],
    ['text', 'must be an object of sensor_msgs/msg/Imu'],
    [undefined, 'not undefined'],
    [[1, 2], 'an array of 2'],
  ])('refuses %j', (value, message) => {
    expect(() => imu.normalize(value)).toThrow(refusal(message));
  });

  it.each([
    [{ short: 'long!' }, 'at most 3 characters'],
    [{ few: [1, 2, 3] }, 'at most 2 elements'],
    [{ few: 'abc' }, 'an array (int32[<=2])'],
    [{ few: [1, 2 ** 31] }, 'few[1]'],
    [{ few: [Number.NaN] }, 'few[0]'],
    [{ big: 2 ** 60 }, 'bigint or safe integer'],
    [{ big: 2n ** 63n }, 'range of int64'],
    [{ flags: [1, 2] }, 'flags[1] must be a boolean'],
    [{ points: [{ x: 0 }, { y: {} }] }, 'points[1].y'],
  ])('refuses %o', (value, message) => {
    expect(() => mixed.normalize(value)).toThrow(refusal(message));
  });

  it('is strict on demand', () => {
    const time = types.message('builtin_interfaces/Time');
    expect(time.normalize({ sec: 1.9, nope: 1 })).toEqual({ sec: 1, nanosec: 0 });
    expect(() => time.normalize({ sec: 1, nope: 1 }, { strict: true })).toThrow(
      refusal('Time.nope'),
    );
    expect(() => time.normalize({ sec: 1.9 }, { strict: true })).toThrow(refusal('Time.sec'));
  });

  it('is not fooled by inherited properties', () => {
    const odd = types.message('z_msgs/Odd');
    expect(odd.normalize({ value: 1 })).toEqual({ constructor: 0, value: 1 });
    expect(odd.normalize({ constructor: 4 })).toEqual({ constructor: 4, value: 0 });
    expect(odd.decode(odd.encode(odd.normalize({ constructor: 4 })))).toEqual({
      constructor: 4,
      value: 0,
    });
  });

  it('lets exceptions of getters through', () => {
    const hostile = {
      get data() {
        throw new RangeError('mine');
      },
    };
    expect(() => types.message('std_msgs/String').normalize(hostile)).toThrow('mine');
  });
});

describe('memory', () => {
  it('sequences own their buffers, fixed arrays share only within one message', () => {
    const cloud = types.message('sensor_msgs/PointCloud2');
    const data = new Uint8Array(5000).fill(7);
    for (const value of [cloud.normalize({ data }), cloud.copy(cloud.normalize({ data }))]) {
      const array = value.data as Uint8Array;
      expect(array.buffer.byteLength).toBe(5000);
      expect(array.constructor).toBe(Uint8Array);
    }
    const one = imu.create();
    const two = imu.copy(one);
    const buffer = (v: typeof one) => (v.orientation_covariance as Float64Array).buffer;
    expect(buffer(one)).not.toBe(buffer(two));
  });

  it('decode copies unless asked for views', () => {
    const bytesType = types.message('std_msgs/UInt8MultiArray');
    const encoded = bytesType.encode(bytesType.normalize({ data: new Uint8Array(100).fill(1) }));
    const copied = bytesType.decode(encoded);
    const viewed = bytesType.decode(encoded, { view: true });
    encoded[encoded.length - 1] = 9;
    expect((copied.data as Uint8Array)[99]).toBe(1);
    expect((viewed.data as Uint8Array)[99]).toBe(9);
  });
});

describe('CDR', () => {
  it('writes only one kind of NaN', () => {
    const noise = new Float64Array(
      new BigUint64Array([0xfff8dead00000000n, 0x7ff0000000000001n]).buffer,
    );
    const f64 = types.message('std_msgs/Float64MultiArray');
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
    for (const count of [2, 200]) {
      const data = Array.from({ length: count }, (_, i) => noise[i % 2]!);
      expect(hex(f64.encode(f64.normalize({ data })))).toMatch(
        new RegExp(`(000000000000f87f){${count}}$`),
      );
      const typed = new Float64Array(count);
      new BigUint64Array(typed.buffer).fill(0xffffffffffffffffn);
      expect(hex(f64.encode(f64.normalize({ data: typed })))).toMatch(
        new RegExp(`(000000000000f87f){${count}}$`),
      );
    }
    const f32 = types.message('std_msgs/Float32');
    expect(hex(f32.encode(f32.normalize({ data: -Number.NaN })))).toBe('00010000' + '0000c07f');
  });

  it('writes an empty message as one byte', () => {
    const empty = types.message('std_msgs/Empty');
    expect([...empty.encode(empty.create())]).toEqual([0, 1, 0, 0, 0]);
  });

  it('writes wide strings as UTF-16 code units behind their number', () => {
    const wide = types.message('example_interfaces/WString');
    const bytes = wide.encode({ data: 'aü😀' });
    expect([...bytes.subarray(4)]).toEqual([4, 0, 0, 0, 0x61, 0, 0xfc, 0, 0x3d, 0xd8, 0, 0xde]);
    expect(wide.decode(bytes)).toEqual({ data: 'aü😀' });
  });

  it('appends to a writer', () => {
    const writer = new CdrWriter(8);
    const text = types.message('std_msgs/String');
    const starts = ['a', 'bcd', 'x'.repeat(5000)].map((data) => text.encodeInto(writer, { data }));
    expect(starts).toEqual([0, 10, 22]);
    expect(text.decode(writer.written(10).subarray(0, 12))).toEqual({ data: 'bcd' });
    const { bytes } = writer;
    writer.reset();
    text.encodeInto(writer, { data: 'again' });
    expect(writer.bytes).toBe(bytes);
    expect(text.decode(writer.written())).toEqual({ data: 'again' });
  });

  it('checks the header', () => {
    const text = types.message('std_msgs/String');
    const code = (bytes: number[]) => {
      try {
        return text.decode(Uint8Array.from(bytes));
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    expect(code([])).toBe('ORR_CDR_TRUNCATED');
    expect(code([0, 1, 0])).toBe('ORR_CDR_TRUNCATED');
    expect(code([0, 3, 0, 0, 0, 0, 0, 0])).toBe('ORR_CDR_ENCAPSULATION');
    expect(code([7, 1, 0, 0, 0, 0, 0, 0])).toBe('ORR_CDR_ENCAPSULATION');
  });

  it('names byte and field of hostile counts without allocating for them', () => {
    const bytes = mixed.encode(mixed.normalize({ points: [{ x: 1 }, { x: 2 }] }));
    let refused = 0;
    for (let p = 4; p + 4 <= bytes.length; p += 4) {
      const damaged = bytes.slice();
      new DataView(damaged.buffer).setUint32(p, 0xfffffff0, true);
      try {
        mixed.decode(damaged);
      } catch (error) {
        refused++;
        expect(error).toMatchObject({
          code: expect.stringMatching(/^ORR_CDR_(TRUNCATED|BOUND)$/),
          place: { type: 'z_msgs/msg/Mixed', offset: expect.any(Number) },
        });
      }
    }
    // The counts of flags, short, few, bigs, bytes, w and points.
    expect(refused).toBe(7);
  });

  it('checks bounds of sequences and strings', () => {
    types.add('z_msgs/msg/Loose', 'string a\nint32[] b\n');
    types.add('z_msgs/msg/Tight', 'string<=2 a\nint32[<=2] b\n');
    const loose = types.message('z_msgs/Loose');
    const tight = types.message('z_msgs/Tight');
    const bound = expect.objectContaining({ code: 'ORR_CDR_BOUND' });
    expect(() => tight.decode(loose.encode(loose.normalize({ a: 'abc' })))).toThrow(bound);
    expect(() => tight.decode(loose.encode(loose.normalize({ b: [1, 2, 3] })))).toThrow(bound);
    expect(tight.decode(loose.encode(loose.normalize({ a: 'ab', b: [1, 2] })))).toMatchObject({
      a: 'ab',
    });
  });
});

describe('constants', () => {
  it('are found by name', () => {
    const status = types.message('action_msgs/GoalStatus');
    expect(status.constant('STATUS_EXECUTING')).toBe(2);
    expect(() => status.constant('STATUS_FOO')).toThrow(
      expect.objectContaining({ code: 'ORR_UNKNOWN_CONSTANT' }),
    );
  });
});
