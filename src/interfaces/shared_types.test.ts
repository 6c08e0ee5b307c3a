import { describe, expect, it } from 'vitest';
import type { MessageType } from './message_type.js';
import { TypeRegistry } from './type_registry.js';

/** Registries as runs create them, one after another in the same thread. */
describe('the registries of a thread', () => {
  const fresh = (options: object = {}) => new TypeRegistry({ amentPrefixPath: '', ...options });

  it('build and compile each built-in type once', () => {
    for (const name of [
      'std_msgs/msg/String',
      'nav_msgs/msg/Odometry',
      'std_srvs/srv/SetBool_Request',
    ]) {
      expect(fresh().message(name)).toBe(fresh().message(name));
    }
    expect(fresh().service('std_srvs/srv/SetBool')).toBe(fresh().service('std_srvs/srv/SetBool'));
    const other = fresh({ messageLimit: 1000 }).message('std_msgs/msg/String');
    expect(other).not.toBe(fresh().message('std_msgs/msg/String'));
  });

  it('do not see types added to another registry', () => {
    const name = 'geometry_msgs/msg/Pose';
    const known = fresh().message(name);
    const told = fresh();
    told.add('geometry_msgs/msg/Point', 'int8 only\n');
    const fields = (type: MessageType) =>
      type.members[0]!.nested!.fields.map((field) => field.name);
    expect(fields(told.message(name))).toEqual(['only']);
    expect(fields(fresh().message(name))).toEqual(['x', 'y', 'z']);
    expect(fresh().message(name)).toBe(known);
  });

  it('know which types are in use, however these were created', () => {
    const registry = fresh();
    registry.message('geometry_msgs/msg/Pose');
    registry.service('std_srvs/srv/SetBool');
    const add = (name: string) => () => registry.add(name, 'int8 only\n');
    const conflict = expect.objectContaining({ code: 'ORR_TYPE_CONFLICT' });
    expect(add('geometry_msgs/msg/Point')).toThrow(conflict);
    expect(() => registry.add('std_srvs/srv/SetBool', 'int8 a\n---\n', 'srv')).toThrow(conflict);
    expect(add('geometry_msgs/msg/Twist')).not.toThrow();
  });

  it('have the same code, whatever properties all objects inherited when it was compiled', () => {
    const publish = () => fresh({ messageLimit: 12_345 }).message('std_msgs/msg/Int32');
    const give = () => publish().normalize({});
    const inherit = { value: 5, configurable: true, enumerable: true };
    Object.defineProperty(Object.prototype, 'data', inherit);
    const early = give();
    Reflect.deleteProperty(Object.prototype, 'data');
    expect(give()).toEqual({ data: 0 });
    Object.defineProperty(Object.prototype, 'data', inherit);
    const late = give();
    Reflect.deleteProperty(Object.prototype, 'data');
    expect(late).toEqual(early);
  });
});
