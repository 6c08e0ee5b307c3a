import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { typesCommand } from './types.js';

const folder = mkdtempSync(join(tmpdir(), 'orrery-types-command-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

/** A package with one message in `<root>/<path>`. */
function makePackage(path: string, name: string): void {
  mkdirSync(join(folder, path, 'msg'), { recursive: true });
  writeFileSync(join(folder, path, 'msg', `${name}.msg`), 'uint8 RED=1\nuint8 colour\n');
}

async function declared(...dirs: string[]): Promise<string> {
  const out = join(folder, 'out.d.ts');
  const spy = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    const words = ['node', 'types', ...dirs.map((dir) => join(folder, dir)), '--out', out];
    await typesCommand().parseAsync(words);
  } finally {
    spy.mockRestore();
  }
  return readFileSync(out, 'utf8');
}

it('finds packages in sources, in prefixes, in colcon install folders and where ROS 2 does', async () => {
  makePackage('src/my_msgs', 'Source');
  makePackage('merged/share/my_msgs', 'Merged');
  makePackage('install/a_msgs/share/a_msgs', 'A');
  makePackage('install/b_msgs/share/b_msgs', 'B');
  expect(await declared('src')).toContain("'my_msgs/msg/Source': { readonly RED: 1 }");
  expect(await declared('merged')).toContain("'my_msgs/msg/Merged'");
  const isolated = await declared('install');
  expect(isolated).toContain("'a_msgs/msg/A'");
  expect(isolated).toContain("'b_msgs/msg/B'");
  const prefixes = ['install/a_msgs', 'merged'].map((path) => join(folder, path));
  vi.stubEnv('AMENT_PREFIX_PATH', prefixes.join(':'));
  const sourced = await declared();
  expect(sourced).toContain("'a_msgs/msg/A'");
  expect(sourced).toContain("'my_msgs/msg/Merged'");
  vi.stubEnv('AMENT_PREFIX_PATH', '');
  await expect(declared()).rejects.toMatchObject({ code: 'ORR_NO_INTERFACES' });
});
