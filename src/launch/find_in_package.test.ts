import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PackageIndex } from './components/index.js';
import { packageLaunchFile, packageProgram } from './find_in_package.js';

const prefix = mkdtempSync(join(tmpdir(), 'orrery-prefix-'));
const write = (name: string, text = '') => {
  mkdirSync(join(prefix, name, '..'), { recursive: true });
  writeFileSync(join(prefix, name), text);
};
write('share/ament_index/resource_index/packages/bot');
write('share/bot/package.xml', '<package><name>bot</name></package>');
write('share/bot/launch/bring_up.launch.py');
write('share/bot/launch/deep/bring_up.launch.py');
write('share/bot/launch/one.launch.xml');
write('lib/bot/talk.js');
const packages = new PackageIndex({ amentPrefixPath: prefix });

it('finds a launch file by its package, as ros2 launch does', () => {
  expect(packageLaunchFile(['bot', 'one.launch.xml', 'a:=b'], packages)).toEqual({
    file: join(prefix, 'share/bot/launch/one.launch.xml'),
    words: ['a:=b'],
  });
  expect(packageLaunchFile(['one.launch.xml', 'a:=b'], packages)).toBeUndefined();
  const refused = (...words: string[]) => expect(() => packageLaunchFile(words, packages));
  refused('bot', 'on.launch.xml').toThrow('did you mean "one.launch.xml"?');
  refused('bot', 'bring_up.launch.py').toThrow('has several launch files');
  refused('bott', 'one.launch.xml').toThrow('did you mean "bot"?');
});

it('finds an executable by its package, as ros2 run does', () => {
  expect(packageProgram(['bot', 'talk', 'x'], packages)).toMatchObject({
    file: join(prefix, 'lib/bot/talk.js'),
    args: ['x'],
    name: 'talk',
  });
  expect(packageProgram(['a.js', 'b.js'], packages)).toBeUndefined();
  // The workspace has the folder of the package, too.
  const before = process.cwd();
  mkdirSync(join(prefix, 'bot'));
  process.chdir(prefix);
  try {
    expect(packageProgram(['bot', 'talk'], packages)).toMatchObject({ name: 'talk' });
    expect(packageLaunchFile(['bot', 'one.launch.xml'], packages)).toBeDefined();
    expect(packageProgram(['bot', 'share'], packages)).toBeUndefined();
  } finally {
    process.chdir(before);
  }
  expect(() => packageProgram(['bot', 'tak'], packages)).toThrow('has no executable "tak"');
});

it('finds the packages of a workspace from its root and its src, built or not', () => {
  write('ws/src/deep/arm/package.xml', '<package><name>arm</name></package>');
  write(
    'ws/src/deep/arm/package.json',
    '{"orrery": {"package": "arm", "executables": {"move": "m.js"}}}',
  );
  write('ws/src/deep/arm/m.js');
  write('ws/src/deep/arm/launch/arm.launch.yaml');
  for (const folder of ['ws', 'ws/src', 'ws/src/deep/arm']) {
    const seen = new PackageIndex({ nodeModulesFrom: join(prefix, folder) });
    expect(packageLaunchFile(['arm', 'arm.launch.yaml'], seen), folder).toBeDefined();
    const file = join(prefix, 'ws/src/deep/arm/m.js');
    expect(packageProgram(['arm', 'move'], seen), folder).toMatchObject({ file });
  }
});

it('finds packages beside links that lead in a circle', () => {
  // One link leads to the folder above, whose content belongs to the package, too.
  const folder = join(mkdtempSync(join(tmpdir(), 'orrery-circle-')), 'ws');
  mkdirSync(folder);
  symlinkSync('two', join(folder, 'one'));
  symlinkSync('one', join(folder, 'two'));
  symlinkSync('..', join(folder, 'up'));
  mkdirSync(join(folder, 'my_bot'));
  writeFileSync(join(folder, 'my_bot/package.json'), '{"name":"my_bot","orrery":{}}');
  const found = new PackageIndex({ directories: [folder] });
  expect(found.findPackage('my_bot').name).toBe('my_bot');
});
