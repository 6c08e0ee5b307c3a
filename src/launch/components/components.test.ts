import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseComponentCommand } from './component_command.js';
import { PackageIndex } from './package_index.js';

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'orrery-components-'));
  const file = (path: string, text = ''): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const manifest = (name: string, orrery?: object): string => JSON.stringify({ name, orrery });
  file(
    'ws/talker/package.json',
    manifest('@me/my-talker', {
      components: { 'my_talker::Talker': './talker.js', 'my_talker::Gone': './gone.js' },
      executables: { talk: './talk.js' },
    }),
  );
  file('ws/talker/talker.js');
  file('ws/talker/talk.js');
  file('ws/plain/package.json', manifest('plain'));
  file(
    'app/node_modules/@x/dep/package.json',
    manifest('@x/dep', { package: 'ros_dep', components: { 'd::D': 'd.mjs' } }),
  );
  file('app/node_modules/@x/dep/d.mjs');
  file('app/node_modules/@x/dep/share/ros_dep/a.yaml');
  const index = 'ament/share/ament_index/resource_index';
  file(`${index}/packages/demo`);
  file(`${index}/packages/my_talker`);
  file(`${index}/rclcpp_components/demo`, 'demo::Js;lib/js.js\ndemo::Cpp;lib/libcpp.so\n');
  file('ament/lib/js.js');
  file('ament/lib/demo/run_me.mjs');
  file(
    'broken/share/ament_index/resource_index/rclcpp_components/bad',
    'ok::Ok;a.js\nno separator\n',
  );
  file('outside/package.json', manifest('outside', { components: { a: '../ws/x.js' } }));
  file('typo/package.json', manifest('typo', { component: {} }));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function index(): PackageIndex {
  return new PackageIndex({
    directories: [join(root, 'ws')],
    amentPrefixPath: join(root, 'ament'),
    nodeModulesFrom: join(root, 'app', 'src', 'deep'),
  });
}

describe('PackageIndex', () => {
  it('finds packages in directories, ament prefixes and node_modules, in this order', () => {
    const found = index();
    expect([...found.packages.keys()].slice(0, 3)).toEqual(['my_talker', 'demo', 'ros_dep']);
    expect(found.findPackage('my_talker').kind).toBe('node');
    expect(found.findComponent('my_talker', 'my_talker::Talker')).toBe(
      join(root, 'ws/talker/talker.js'),
    );
    expect(found.findComponent('demo', 'demo::Js')).toBe(join(root, 'ament/lib/js.js'));
    expect(found.findComponent('ros_dep', 'd::D')).toBe(
      join(root, 'app/node_modules/@x/dep/d.mjs'),
    );
    expect(found.findExecutable('my_talker', 'talk')).toBe(join(root, 'ws/talker/talk.js'));
    expect(found.executable('demo', 'run_me')).toBe(join(root, 'ament/lib/demo/run_me.mjs'));
    expect(found.packageShare('demo')).toBe(join(root, 'ament/share/demo'));
    expect(found.packageShare('ros_dep')).toBe(join(root, 'app/node_modules/@x/dep/share/ros_dep'));
    expect(found.packagePrefix('my_talker')).toBe(join(root, 'ws/talker'));
  });

  it('takes a single package as directory', () => {
    const one = new PackageIndex({ directories: [join(root, 'ws/talker')] });
    expect([...one.packages.keys()]).toEqual(['my_talker']);
  });

  it.each([
    ['ORR_PACKAGE_UNKNOWN', 'my_talker', () => index().findPackage('my_taker')],
    [
      'ORR_COMPONENT_UNKNOWN',
      'my_talker::Talker',
      () => index().findComponent('my_talker', 'my_talker::Taker'),
    ],
    ['ORR_COMPONENT_UNKNOWN', '"ros_dep" has it', () => index().findComponent('my_talker', 'd::D')],
    ['ORR_COMPONENT_NATIVE', 'libcpp.so', () => index().findComponent('demo', 'demo::Cpp')],
    ['ORR_PACKAGE_INVALID', 'gone.js', () => index().findComponent('my_talker', 'my_talker::Gone')],
    ['ORR_EXECUTABLE_UNKNOWN', '"talk"', () => index().findExecutable('my_talker', 'walk')],
    [
      'ORR_PACKAGE_INVALID',
      'no separator',
      () => new PackageIndex({ directories: [join(root, 'broken')] }).packages,
    ],
    [
      'ORR_PACKAGE_INVALID',
      'outside',
      () => new PackageIndex({ directories: [join(root, 'outside')] }).packages,
    ],
    [
      'ORR_PACKAGE_INVALID',
      '"components"',
      () => new PackageIndex({ directories: [join(root, 'typo')] }).packages,
    ],
  ])('answers with %s that names %s', (code, text, run) => {
    let caught: unknown;
    try {
      run();
    } catch (error) {
      caught = error;
    }
    expect(caught).toMatchObject({ code, message: expect.stringContaining(text) });
  });
});

describe("rslcpp's command line", () => {
  it('is parsed into components and common arguments', () => {
    const command = parseComponentCommand(
      '--component p p::A --component-ros-args -p a:=1 -r x:=y --component q q::B --ros-args -p use_sim_time:=true -p initial_time_ns_since_epoch:=0 --params-file f.yaml -- --until 5s'.split(
        ' ',
      ),
    );
    expect(command.components.map((c) => [c.package, c.plugin])).toEqual([
      ['p', 'p::A'],
      ['q', 'q::B'],
    ]);
    expect(command.components[0]?.ros.parameters).toEqual([
      { kind: 'value', pattern: '/**', name: 'a', value: { type: 'integer', value: 1n } },
    ]);
    expect(command.components[0]?.ros.remaps).toMatchObject([{ from: 'x', to: 'y' }]);
    expect(command.ros.parameters).toHaveLength(3);
    expect(command.rest).toEqual(['--until', '5s']);
  });

  it.each([
    ['--component p'],
    ['--component p --ros-args'],
    ['--component-ros-args -p a:=1'],
    ['--component p p::A -p a:=1'],
    ['--component p p::A --component-ros-args -q a'],
  ])('refuses %s', (text) => {
    expect(() => parseComponentCommand(text.split(' '))).toThrow(/component|argument/i);
  });

  it.each(['--component p p::A --component-ros-args', '--component p p::A --ros-args'])(
    'says where an option of Orrery belongs that follows %s',
    (text) => {
      expect(() => parseComponentCommand([...text.split(' '), '--until', '5s'])).toThrow(
        '"--until" is not a ROS argument; write the options of Orrery before the first --component, or after --.',
      );
    },
  );
});
