import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import type { Distro } from './builtin/index.js';
import type { MessageType } from './message_type.js';
import { parseInterfaceName } from './names.js';
import { TypeRegistry } from './type_registry.js';

const types = new TypeRegistry({ amentPrefixPath: '' });

describe('names', () => {
  it.each([
    'std_msgs/msg/String',
    'std_msgs/String',
    'std_msgs.msg.String',
    'std_msgs::msg::String',
    'std_msgs::msg::dds_::String_',
  ])('finds %s', (name) => {
    expect(types.message(name)).toBe(types.message('std_msgs/msg/String'));
  });

  it.each([
    '',
    'String',
    'std_msgs/foo/String',
    '../etc/msg/passwd',
    'a/msg/b/c',
    'std msgs/String',
  ])('refuses %j', (name) => {
    expect(() => types.message(name)).toThrow(expect.objectContaining({ code: 'ORR_TYPE_NAME' }));
  });

  it('suggests similar names for unknown types', () => {
    expect(() => types.message('sensor_msgs/msg/PointCloud3')).toThrow(
      /sensor_msgs\/msg\/PointCloud2/,
    );
    expect(() => types.message('std_msg/String')).toThrow(/std_msgs\/msg\/String/);
    expect(() => types.service('std_srvs/srv/SetBoole')).toThrow(/std_srvs\/srv\/SetBool/);
    expect(() => types.action('test_msgs/action/Fibonaci')).toThrow(
      expect.objectContaining({ code: 'ORR_UNKNOWN_TYPE' }),
    );
    expect(() => types.message('no_such/msg/Thing')).toThrow(/not known/);
  });
});

describe('built-in types', () => {
  it.each(['humble', 'iron', 'jazzy', 'kilted', 'lyrical', 'rolling'] as Distro[])(
    'of %s all compile, hash, encode, decode and survive their schema text',
    (distro) => {
      const registry = new TypeRegistry({ distro, amentPrefixPath: '' });
      for (const type of allMessages(registry)) {
        const value = type.create();
        const bytes = type.encode(value);
        expect(type.decode(bytes)).toEqual(value);
        expect(type.normalize({}, { strict: true })).toEqual(value);
        expect(type.copy(value)).toEqual(value);
        expect(type.hash).toMatch(/^RIHS01_[0-9a-f]{64}$/);
        // The text does not tell the char of IDL, a character, from that of .msg files, a number.
        if (!type.fields.some((field) => field.type.idl === 'char')) {
          expect(registry.fromSchema(type.name, type.schemaText)).toBe(type);
        }
        expect(type.schemaText).not.toMatch(/\n\n\n====/);
      }
    },
  );

  it('depend on the distribution', () => {
    const humble = new TypeRegistry({ distro: 'humble', amentPrefixPath: '' });
    expect(humble.has('geometry_msgs/msg/VelocityStamped')).toBe(false);
    expect(types.has('geometry_msgs/msg/VelocityStamped')).toBe(true);
  });

  it('may be in IDL', () => {
    const name = 'rosidl_generator_py/msg/BuiltinTypeSequencesIdl';
    expect(types.interfaces('rosidl_generator_py')).toContain(name);
    expect(types.find(parseInterfaceName(name))).toMatchObject({ isIdl: true });
    expect(types.message(name).definition).toBe('char[] char_sequence_unbounded\n');
  });

  it('are listed in order', () => {
    expect(types.packages()).toContain('std_srvs');
    expect(types.packages()).toEqual([...types.packages()].sort());
    expect(types.interfaces('tf2_msgs')).toEqual([
      'tf2_msgs/action/LookupTransform',
      'tf2_msgs/msg/TF2Error',
      'tf2_msgs/msg/TFMessage',
      'tf2_msgs/srv/FrameGraph',
    ]);
    expect(types.interfaces('nope')).toEqual([]);
  });
});

function allMessages(registry: TypeRegistry): MessageType[] {
  return registry.packages().flatMap((pkg) =>
    registry.interfaces(pkg).flatMap((name) => {
      if (name.includes('/msg/')) return [registry.message(name)];
      if (name.includes('/srv/')) {
        const service = registry.service(name);
        return [service.request, service.response, service.event];
      }
      const action = registry.action(name);
      const { sendGoal, getResult } = action;
      return [
        ...[action.goal, action.result, action.feedback, action.feedbackMessage],
        ...[sendGoal.request, sendGoal.response, sendGoal.event],
        ...[getResult.request, getResult.response, getResult.event],
      ];
    }),
  );
}

describe('derived types', () => {
  it('have the names of rosidl', () => {
    const service = types.service('std_srvs/srv/SetBool');
    expect(service.request.name).toBe('std_srvs/srv/SetBool_Request');
    expect(types.message('std_srvs/srv/SetBool_Request')).toBe(service.request);
    expect(types.message('std_srvs/srv/SetBool_Event')).toBe(service.event);
    const action = types.action('test_msgs/action/Fibonacci');
    expect(types.message('test_msgs/action/Fibonacci_FeedbackMessage')).toBe(
      action.feedbackMessage,
    );
    expect(types.service('test_msgs/action/Fibonacci_SendGoal')).toBe(action.sendGoal);
    for (const service of ['SendGoal', 'GetResult']) {
      expect(types.has(`test_msgs/action/Fibonacci_${service}`)).toBe(true);
      expect(types.has(`test_msgs/action/Such_${service}`)).toBe(false);
      expect(types.has(`test_msgs/srv/Fibonacci_${service}`)).toBe(false);
    }
    expect(types.message('test_msgs/action/Fibonacci_GetResult_Response')).toBe(
      action.getResult.response,
    );
    expect(action.sendGoal.request.fields.map((f) => f.name)).toEqual(['goal_id', 'goal']);
    expect(service.event.create()).toMatchObject({ request: [], response: [] });
  });
});

describe('packages of the user', () => {
  let root: string;
  const put = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'orrery-types-'));
    put('src/my_msgs/msg/Thing.msg', 'std_msgs/Header header\nint32 count 3\n');
    put('src/my_msgs/srv/Ask.srv', 'Thing thing\n---\nbool ok\n');
    put('src/my_msgs/msg/Bad.msg', 'int32 a\nint3 b\n');
    put('src/my_msgs/msg/Loop.msg', 'Loop2 a\n');
    put('src/my_msgs/msg/Loop2.msg', 'Loop[] a\n');
    put('src/my_msgs/msg/Dangling.msg', 'Nothing a\n');
    put('src/std_msgs/msg/String.msg', 'string data "mine"\n');
    put('prefix/share/other_msgs/action/Go.action', 'int32 a\n---\nint32 b\n---\nint32 c\n');
    put('prefix/share/std_msgs/msg/Bool.msg', 'bool shadowed\n');
  });
  afterAll(() => rmSync(root, { recursive: true }));

  const registry = () =>
    new TypeRegistry({
      directories: [join(root, 'src')],
      amentPrefixPath: join(root, 'prefix'),
    });

  it('are found in directories and installation prefixes', () => {
    const user = registry();
    expect(user.message('my_msgs/Thing').create()).toMatchObject({ count: 3 });
    expect(user.service('my_msgs/Ask').request.create()).toMatchObject({ thing: { count: 3 } });
    expect(user.action('other_msgs/Go').goal.create()).toEqual({ a: 0 });
    expect(user.packages()).toEqual(expect.arrayContaining(['my_msgs', 'other_msgs', 'std_msgs']));
    const one = new TypeRegistry({ directories: [join(root, 'src/my_msgs')], amentPrefixPath: '' });
    expect(one.has('my_msgs/msg/Thing')).toBe(true);
  });

  it('precede the built-in types, which precede an installed ROS', () => {
    expect(registry().message('std_msgs/String').create()).toEqual({ data: 'mine' });
    expect(registry().message('std_msgs/Bool').create()).toEqual({ data: false });
  });

  it('report their mistakes by file and line', () => {
    expect(() => registry().message('my_msgs/Bad')).toThrow(
      expect.objectContaining({
        code: 'ORR_DEFINITION_SYNTAX',
        place: expect.objectContaining({ file: expect.stringContaining('Bad.msg'), line: 2 }),
      }),
    );
    expect(() => registry().message('my_msgs/Loop')).toThrow(
      expect.objectContaining({ code: 'ORR_TYPE_CYCLE' }),
    );
    expect(() => registry().message('my_msgs/Dangling')).toThrow(
      /needed by my_msgs\/msg\/Dangling/,
    );
  });
});

describe('add', () => {
  it('adds types of every kind, but does not replace one in use', () => {
    const registry = new TypeRegistry({ amentPrefixPath: '' });
    registry.add('a_msgs/msg/One', 'int32 x 1\n');
    registry.add('a_msgs/srv/Two', 'One one\n---\n');
    expect(registry.service('a_msgs/Two').request.create()).toEqual({ one: { x: 1 } });
    registry.add('a_msgs/msg/One', 'int32 x 1\n');
    expect(() => registry.add('a_msgs/msg/One', 'int32 x 2\n')).toThrow(
      expect.objectContaining({ code: 'ORR_TYPE_CONFLICT' }),
    );
  });
});

describe('fromSchema', () => {
  const schema = `int32 a\nInner b\n${'='.repeat(80)}\nMSG: x_msgs/Inner\nfloat64 C\n`;

  it('learns unknown types', () => {
    const registry = new TypeRegistry({ amentPrefixPath: '' });
    const type = registry.fromSchema('x_msgs/msg/Outer', schema);
    expect(type.create()).toEqual({ a: 0, b: { C: 0 } });
    expect(registry.message('x_msgs/Outer')).toBe(type);
    expect(registry.fromSchema('x_msgs/msg/Outer', schema)).toBe(type);
  });

  it('knows parts of services and actions before they are used', () => {
    const events = types.message('std_srvs/srv/SetBool_Event');
    const registry = new TypeRegistry({ amentPrefixPath: '' });
    const type = registry.fromSchema(events.name, events.schemaText);
    expect(registry.service('std_srvs/srv/SetBool').event).toBe(type);
    expect(type.hash).toBe(events.hash);
  });

  it('learns the nested types too', () => {
    const registry = new TypeRegistry({ amentPrefixPath: '' });
    registry.fromSchema('x_msgs/msg/Outer', schema);
    expect(registry.message('x_msgs/Inner').create()).toEqual({ C: 0 });
  });

  it('reads a recording with its own definitions when they differ', () => {
    const old = types.fromSchema('std_msgs/msg/String', 'string data\nint32 more\n');
    expect(old.create()).toEqual({ data: '', more: 0 });
    expect(types.message('std_msgs/msg/String').create()).toEqual({ data: '' });
    expect(types.fromSchema('std_msgs/msg/String', 'string data  # comment\n')).toBe(
      types.message('std_msgs/msg/String'),
    );
  });
});

const shared = process.env.ORRERY_SHARED ?? join(import.meta.dirname, '../../../shared');
const bags = join(shared, 'data/bags');

function hashesOfBags(): [string, string][] {
  let folders: string[];
  try {
    folders = readdirSync(bags);
  } catch {
    return [];
  }
  const found = new Map<string, string>();
  for (const folder of folders) {
    if (!readdirSync(join(bags, folder)).includes('metadata.yaml')) continue;
    const metadata = parseYaml(readFileSync(join(bags, folder, 'metadata.yaml'), 'utf8'));
    const topics = metadata.rosbag2_bagfile_information.topics_with_message_count;
    for (const { topic_metadata: topic } of topics) {
      if (topic.type_description_hash) found.set(topic.type, topic.type_description_hash);
    }
  }
  return [...found];
}

describe.skipIf(hashesOfBags().length === 0)('type hashes in ../shared/data/bags', () => {
  it.each(hashesOfBags())('%s', (name, hash) => {
    expect(types.message(name).hash).toBe(hash);
  });
});
