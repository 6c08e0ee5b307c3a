import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PYTHON } from '../../test/python.js';
import { FurtherSource } from './further_source.js';
import { TypeRegistry } from './type_registry.js';

const builtin = () => new TypeRegistry({ amentPrefixPath: '' });

/** A folder with a package of the user that has the name of a further one. */
function userPackage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-further-'));
  mkdirSync(join(folder, 'share', 'can_msgs', 'msg'), { recursive: true });
  writeFileSync(join(folder, 'share', 'can_msgs', 'msg', 'Short.msg'), 'uint8 id\n');
  return folder;
}

it('has packages that ROS 2 itself lacks', () => {
  const types = builtin();
  expect(types.packages()).toEqual(expect.arrayContaining(['can_msgs', 'map_msgs', 'vision_msgs']));
  expect(types.message('can_msgs/msg/Frame').definition).toContain('uint8 dlc');
  expect(types.service('map_msgs/srv/GetMapROI').response.definition).toContain('sub_map');
});

it('defines every interface of every package', () => {
  const types = builtin();
  const names = new FurtherSource('jazzy', []).packages().flatMap((pkg) => types.interfaces(pkg));
  expect(names.length).toBeGreaterThan(40);
  for (const name of names) {
    const kind = name.split('/')[1];
    if (kind === 'msg') types.message(name);
    else if (kind === 'srv') types.service(name);
    else types.action(name);
  }
});

it('leaves a package to the user who has it, whole', () => {
  const prefix = userPackage();
  for (const options of [
    { amentPrefixPath: prefix },
    { amentPrefixPath: '', directories: [join(prefix, 'share')] },
  ]) {
    const types = new TypeRegistry(options);
    expect(types.interfaces('can_msgs')).toEqual(['can_msgs/msg/Short']);
    expect(() => types.message('can_msgs/msg/Frame')).toThrow('can_msgs/msg/Frame');
    expect(types.interfaces('map_msgs')).toContain('map_msgs/msg/ProjectedMap');
  }
});

it('gives one definition of a name that is added its place', () => {
  const types = builtin();
  types.add('can_msgs/msg/Frame', 'uint8 mine');
  expect(types.message('can_msgs/msg/Frame').members).toHaveLength(1);
});

it.skipIf(PYTHON === undefined)('gives Python the same', () => {
  const script = `
import json, sys
from orrery_interfaces.registry import Registry
from orrery_interfaces.sources import sources_of
def texts(paths):
    registry = Registry(sources_of(paths, 'jazzy'), 'jazzy', False)
    names = [name for package in ('can_msgs', 'map_msgs', 'vision_msgs') for name in registry.interfaces(package)]
    return {name.full: registry.find(name).text for name in names}
print(json.dumps([texts(''), texts(sys.argv[1])]))`;
  const folder = join(userPackage(), 'share');
  const { stdout, stderr } = spawnSync(PYTHON!, ['-c', script, folder], {
    cwd: 'python',
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const [plain, own] = JSON.parse(stdout) as Record<string, string>[];
  const types = builtin();
  const names = ['can_msgs', 'map_msgs', 'vision_msgs'].flatMap((pkg) => types.interfaces(pkg));
  expect(Object.keys(plain!).sort()).toEqual([...names].sort());
  for (const name of names) {
    if (name.includes('/msg/')) expect(plain![name]).toBe(types.message(name).definition);
  }
  expect(Object.keys(own!)).not.toContain('can_msgs/msg/Frame');
  expect(own!['can_msgs/msg/Short']).toBe('uint8 id\n');
});
