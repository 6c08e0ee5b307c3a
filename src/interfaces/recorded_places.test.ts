import { afterEach, describe, expect, it } from 'vitest';
import { splitFieldPath, wrongFieldPath } from './field_path.js';
import {
  bytesWithoutPlaces,
  leaveOutAddresses,
  messageWithoutPlaces,
  notePlaces,
  setRecordedPlaces,
  takeMention,
  withoutPlaces,
} from './recorded_places.js';
import { TypeRegistry } from './type_registry.js';

const types = new TypeRegistry({ amentPrefixPath: '' });
const text = types.message('std_msgs/msg/String');
const joints = types.message('sensor_msgs/msg/JointState');
afterEach(() => setRecordedPlaces([]));

describe('the folder of a system', () => {
  const places = [
    { folder: '/home/a', word: '<home>' },
    { folder: '/home/a/robot', word: '<system>' },
  ];

  it('becomes a word, the innermost first, and only as a whole name', () => {
    setRecordedPlaces(places);
    expect(withoutPlaces('at /home/a/robot/main.js, /home/a/x')).toBe(
      'at <system>/main.js, <home>/x',
    );
    expect(withoutPlaces('/home/a/robot2 /home/abc')).toBe('<home>/robot2 /home/abc');
    expect(withoutPlaces('short')).toBe('short');
  });

  it('is noticed once in a text whose size was computed', () => {
    setRecordedPlaces(places);
    notePlaces('nothing is here');
    expect(takeMention()).toBe(false);
    notePlaces('/home/a/robot/main.js');
    notePlaces('nothing is here');
    expect([takeMention(), takeMention()]).toEqual([true, false]);
  });

  it('is replaced in every text of a message, nested and in arrays, and in its bytes', () => {
    setRecordedPlaces(places);
    const message = joints.normalize({
      header: { frame_id: '/home/a/robot' },
      name: ['x', '/home/a/y'],
      position: [1],
    });
    const seen = messageWithoutPlaces(joints, message);
    expect(seen).toMatchObject({ header: { frame_id: '<system>' }, name: ['x', '<home>/y'] });
    expect(joints.decode(bytesWithoutPlaces(joints, joints.encode(message)))).toEqual(seen);
    expect(message).toMatchObject({ header: { frame_id: '/home/a/robot' } });
  });

  it.each([10, 5000])(
    'is found in the texts of a message with %i numbers, and only there',
    (count) => {
      setRecordedPlaces(places);
      const [folder, other] = ['/home/a/robot', '/tmp/elsewhere'];
      const image = types.message('sensor_msgs/msg/Image');
      const bits = types.message('rcl_interfaces/msg/ParameterValue');
      const encoded = (frame_id: string) => [
        image.encode(image.normalize({ header: { frame_id }, data: Buffer.alloc(count, folder) })),
        joints.encode(
          joints.normalize({ name: ['x', frame_id], position: new Float64Array(count) }),
        ),
        bits.encode(
          bits.normalize({
            bool_array_value: new Array(count).fill(true),
            integer_array_value: new Array(count).fill(7n),
            string_array_value: [frame_id],
          }),
        ),
      ];
      const kinds = [image, joints, bits];
      const seen = (frame_id: string) =>
        encoded(frame_id).map((bytes, i) => bytesWithoutPlaces(kinds[i]!, bytes));
      expect(seen(folder)).toEqual(encoded('<system>'));
      expect(seen(other)).toEqual(encoded(other));
    },
  );

  it('changes neither other messages nor bytes that are not a message', () => {
    const other = text.encode(text.normalize({ data: 'a text that is long enough' }));
    const broken = new TextEncoder().encode('....no message of /home/a/robot');
    expect(withoutPlaces('/home/a/robot')).toBe('/home/a/robot');
    expect(bytesWithoutPlaces(text, other)).toBe(other);
    setRecordedPlaces(places);
    expect(bytesWithoutPlaces(text, other)).toBe(other);
    expect(bytesWithoutPlaces(text, broken)).toBe(broken);
  });
});

describe('addresses of objects', () => {
  const said = '<N object at 0x7ffff6f4ab10>, <Future at 0x55d0c0 state=done>, at 0x1F';

  it('become a word once a program runs whose texts may hold them', () => {
    setRecordedPlaces([]);
    const message = text.encode(text.normalize({ data: said }));
    expect([withoutPlaces(said), bytesWithoutPlaces(text, message)]).toEqual([said, message]);
    leaveOutAddresses();
    const seen = '<N object at <address>>, <Future at <address> state=done>, at 0x1F';
    expect(withoutPlaces(said)).toBe(seen);
    expect(text.decode(bytesWithoutPlaces(text, message))).toEqual({ data: seen });
    notePlaces(said);
    expect(takeMention()).toBe(true);
    setRecordedPlaces([{ folder: '/home/a/robot', word: '<system>' }]);
    expect(withoutPlaces(said)).toBe(said);
    leaveOutAddresses();
    expect(withoutPlaces('/home/a/robot: <X at 0x7ffff6f4>')).toBe('<system>: <X at <address>>');
  });
});

describe('a path of fields', () => {
  const wrong = (path: string) => wrongFieldPath(joints, splitFieldPath(path));

  it.each(['header.stamp.sec', 'position[3]', 'position.length', 'name[0].length', 'header'])(
    '%s is one that every message can have',
    (path) => expect(wrong(path)).toBeUndefined(),
  );

  it.each([
    ['positon', 'has no field "positon"'],
    ['xyz', 'its fields are header, name'],
    ['position.first', 'is an array and has no "first"'],
    ['header.frame_id.size', 'is a string and has no "size"'],
    ['position[0].x', 'is a number and has no "x"'],
  ])('%s is not: %s', (path, why) => expect(wrong(path)).toContain(why));
});
