import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TypeRegistry } from './type_registry.js';
import { canonicalSerialized, setNanWitness } from './undeclared_floats.js';

const types = new TypeRegistry({ amentPrefixPath: '' });
const bytesType = types.message('std_msgs/msg/UInt8MultiArray');
const scanType = types.message('sensor_msgs/msg/LaserScan');

/** The NaNs that processors produce for `0 / 0`: 32 and 64 bits, both signs, both byte orders. */
const NANS = ['0000c07f', '7fc00000', '000000000000f87f', '7ff8000000000000']
  .flatMap((text) => [text, text.replace('7f', 'ff')])
  .map((text) => Buffer.from(text, 'hex'));
const nan = fc.constantFrom(...NANS);
/** Bytes that occur in no NaN. */
const harmless = fc.array(fc.integer({ min: 1, max: 0x70 }), { maxLength: 20 });

let seen: string[] = [];
beforeEach(() => {
  seen = [];
  setNanWitness((field) => seen.push(field));
});
afterEach(() => setNanWitness(undefined));

describe('bytes that nothing declares as floats', () => {
  it('are reported if a NaN is anywhere among them, and stay as they are', () => {
    const sample = fc.tuple(harmless, nan, harmless);
    fc.assert(
      fc.property(sample, fc.boolean(), ([before, bits, after], typed) => {
        seen = [];
        const data = [...before, ...bits, ...after];
        const given = typed ? Uint8Array.from(data) : data;
        const message = bytesType.normalize({ data: given });
        expect([...(message.data as Uint8Array)]).toEqual(data);
        expect(seen).toEqual(['std_msgs/msg/UInt8MultiArray.data']);
      }),
    );
  });

  it('are reported at every place of a long array, and only then', () => {
    const memory = new Uint8Array(600);
    for (const bits of NANS) {
      for (const [offset, length] of [
        [0, 512],
        [1, 515],
        [3, 257],
      ] as const) {
        const data = memory.subarray(offset, offset + length);
        const places = Array.from({ length: length - bits.length + 1 }, (_, place) => place);
        // Among bytes that could all be part of a NaN, and alone.
        for (const around of [0xff, 0x01]) {
          const found = places.filter((place) => {
            memory.fill(around);
            data.set(bits, place);
            seen = [];
            canonicalSerialized(bytesType, data);
            return seen.length > 0;
          });
          expect(found).toEqual(places);
        }
        memory.fill(0x7f);
        seen = [];
        canonicalSerialized(bytesType, data);
        expect(seen).toEqual([]);
      }
    }
  });

  it('are reported exactly where comparing each place with each NaN finds one', () => {
    // All bytes of NaNs, one that looks like their second byte, and others.
    const byte = fc.constantFrom(0, 0, 0, 0x7f, 0xff, 0xc0, 0xf8, 0xd0, 1);
    const array = fc.array(byte, { minLength: 250, maxLength: 330 });
    fc.assert(
      fc.property(array, fc.nat(4), fc.option(nan), fc.nat(), (bytes, offset, bits, place) => {
        const data = new Uint8Array(bytes.length + offset).subarray(offset);
        // Without zeros between them, only the planted NaN is one.
        data.set(bits === null ? bytes : bytes.map((value) => value || 1));
        if (bits !== null) data.set(bits, place % (data.length - bits.length));
        seen = [];
        canonicalSerialized(bytesType, data);
        expect(seen.length > 0).toBe(NANS.some((pattern) => Buffer.from(data).includes(pattern)));
      }),
      { numRuns: 2000 },
    );
  });

  it('are not reported without one', () => {
    fc.assert(
      fc.property(harmless, (data) => {
        bytesType.normalize({ data: [...data, 0, 0, 0xc0, 0x7e, 0xf8, 0, 0x7f] });
        expect(seen).toEqual([]);
      }),
    );
  });

  it.each(['Int8', 'UInt16', 'Int16', 'UInt32', 'Int32'])('are found in arrays of %s', (name) => {
    const floats = new Float32Array([1, Number.NaN]);
    const views = { Int8: Int8Array, UInt16: Uint16Array, Int16: Int16Array };
    const View = { ...views, UInt32: Uint32Array, Int32: Int32Array }[name]!;
    types.message(`std_msgs/msg/${name}MultiArray`).normalize({ data: new View(floats.buffer) });
    expect(seen).toEqual([`std_msgs/msg/${name}MultiArray.data`]);
  });

  it('are found in nested messages and in those of services', () => {
    const data = new Uint8Array(new Float64Array([Number.NaN]).buffer);
    types.message('rcl_interfaces/msg/Parameter').normalize({ value: { byte_array_value: data } });
    expect(seen).toEqual(['rcl_interfaces/msg/ParameterValue.byte_array_value']);
  });

  it('are not searched for in a compressed image, nor without a witness', () => {
    const data = NANS[0]!;
    types.message('sensor_msgs/msg/CompressedImage').normalize({ data });
    setNanWitness(undefined);
    bytesType.normalize({ data });
    expect(seen).toEqual([]);
  });
});

describe('a serialized message', () => {
  it('has only the canonical NaN in its float fields', () => {
    const right = scanType.encode(scanType.normalize({ ranges: [1, Number.NaN, 2] }));
    const wrong = new Uint8Array(right);
    wrong[Buffer.from(wrong).indexOf(NANS[0]!) + 3] = 0xff;
    expect(canonicalSerialized(scanType, wrong)).toEqual(right);
    expect(seen).toEqual([]);
  });

  it('is reported unchanged if another field holds such bytes or it cannot be decoded', () => {
    const bytes = bytesType.encode(bytesType.normalize({ data: NANS[1]! }));
    seen = [];
    expect(canonicalSerialized(bytesType, bytes)).toEqual(bytes);
    expect(canonicalSerialized(scanType, NANS[1]!)).toEqual(NANS[1]);
    expect(seen).toEqual([
      'std_msgs/msg/UInt8MultiArray.data',
      'sensor_msgs/msg/LaserScan (serialized)',
    ]);
  });
});

describe('a serialized image', () => {
  const imageType = types.message('sensor_msgs/msg/Image');
  const bytesOf = (encoding: string) => {
    const data = new Uint8Array(8192).fill(0xff);
    data.set(NANS[1]!, 5000);
    return imageType.encode({ ...imageType.create(), height: 1, step: 8192, encoding, data });
  };

  it.each([
    ['bgr8', false],
    ['mono16', false],
    ['of another kind', true],
  ])('with the encoding %s is searched for NaNs: %s', (encoding, isSearched) => {
    const bytes = bytesOf(encoding);
    expect(canonicalSerialized(imageType, bytes)).toEqual(bytes);
    expect(seen).toEqual(isSearched ? ['sensor_msgs/msg/Image.data'] : []);
  });

  it('of floats has only the canonical NaN, and one that is cut off is reported', () => {
    const bytes = bytesOf('32FC1');
    const canonical = imageType.decode(canonicalSerialized(imageType, bytes)).data as Uint8Array;
    expect([...canonical.subarray(5000, 5004)]).toEqual([...NANS[0]!]);
    canonicalSerialized(imageType, bytesOf('bgr8').subarray(0, 6000));
    expect(seen).toEqual(['sensor_msgs/msg/Image (serialized)']);
  });
});

describe('bytes of clouds and images that nothing declares', () => {
  const cloudType = types.message('sensor_msgs/msg/PointCloud2');
  const imageType = types.message('sensor_msgs/msg/Image');
  const x = { name: 'x', offset: 4, datatype: 7, count: 1 };
  const CLOUD = 'sensor_msgs/msg/PointCloud2.data';

  /** Whether a cloud is reported that has `bits` at a place in its second point, with this field at offset 8. */
  const isTold = (bits: Buffer, at: number, datatype: number) => {
    seen = [];
    const data = new Uint8Array(64).fill(1);
    data.set(bits, 32 + at);
    const shape = { height: 1, width: 2, point_step: 32, row_step: 64 };
    const fields = [{ ...x, offset: 8, datatype }];
    const { data: own } = cloudType.normalize({ ...shape, fields, data });
    if (seen.length > 0) expect([...(own as Uint8Array)]).toEqual([...data]);
    return seen.includes(CLOUD);
  };

  it('are reported where a NaN lies wholly between two fields', () => {
    for (const bits of NANS) {
      for (let at = 0; at + bits.length <= 32; at++) {
        const [before, after] = [at + bits.length <= 8, at >= 8];
        expect(isTold(bits, at, 8)).toBe(before || at >= 16);
        // Clouds of aligned words are examined word by word, as typed arrays write them.
        const written = at % 4 === 0 && bits[0] === 0;
        if (written) expect(isTold(bits, at, 7)).toBe(before || (after && at >= 12));
      }
    }
  });

  it('are not those of float fields, of packed colours and of integers', () => {
    const data = new Uint8Array(new Uint32Array([0xffc00000, 0xffc00000, 0xffc00000, 7]).buffer);
    const fields = [
      { name: 'rgb', offset: 0, datatype: 7, count: 1 },
      x,
      { name: 't', offset: 8, datatype: 6, count: 2 },
    ];
    cloudType.normalize({ height: 1, width: 1, point_step: 16, row_step: 16, fields, data });
    expect(seen).toEqual([]);
    cloudType.normalize({ height: 1, width: 1, point_step: 16, row_step: 16, fields: [], data });
    expect(seen).toEqual([CLOUD]);
  });

  it.each([
    ['32fc1', true],
    ['', true],
    ['32FC1', false],
    ['rgba8', false],
    ['bayer_rggb16', false],
    ['16UC1', false],
    ['yuv422_yuy2', false],
  ])('are those of an image of encoding "%s": %s', (encoding, reported) => {
    const data = new Uint8Array(new Uint32Array([0xffc00000]).buffer);
    imageType.normalize({ height: 1, width: 1, step: 4, encoding, data });
    expect(seen).toEqual(reported ? ['sensor_msgs/msg/Image.data'] : []);
  });
});
