import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { meshFile } from './mesh_files.js';

const root = mkdtempSync(join(tmpdir(), 'orrery-meshes-'));
const share = join(root, 'share/arm');
const packageShare = (name: string) => {
  if (name !== 'arm') throw new Error(`The package "${name}" was not found.`);
  return share;
};
const find = (uri: string) => meshFile(uri, packageShare);

beforeAll(() => {
  mkdirSync(join(share, 'meshes'), { recursive: true });
  for (const name of ['meshes/base.stl', 'meshes/up per.DAE', 'secret.txt', 'large.obj']) {
    writeFileSync(join(share, name), name);
  }
  truncateSync(join(share, 'large.obj'), 64 * 1024 * 1024 + 1);
  writeFileSync(join(root, 'share/outside.stl'), '');
});
afterAll(() => rmSync(root, { recursive: true }));

it('finds a mesh by its package, or by its path if that is in a package', () => {
  const path = join(share, 'meshes/base.stl');
  expect(find('package://arm/meshes/base.stl')).toMatchObject({ path, size: 15 });
  expect(find(pathToFileURL(path).href)).toMatchObject({ path });
  expect(find('package://arm/meshes/up per.DAE').size).toBe(17);
});

it.each([
  ['package://arm/../outside.stl', 'outside its package'],
  ['package://arm/meshes/../../outside.stl', 'outside its package'],
  ['package://../share/outside.stl', 'not found'],
  [`${pathToFileURL(share).href}/../outside.stl`, 'in no package'],
  [pathToFileURL(join(root, 'share/other/x.stl')).href, '"other" was not found'],
  ['file:///etc/passwd', 'in no package'],
  ['file://elsewhere/share/arm/meshes/base.stl', 'must'],
  ['http://127.0.0.1/share/arm/meshes/base.stl', 'in no package'],
  ['package://arm/secret.txt', 'Only .stl, .dae, .obj'],
  ['package://arm/meshes', 'Only .stl'],
  ['package://arm/large.obj', 'more than 67108864 bytes'],
  ['package://arm/gone.stl', 'does not exist'],
  ['package://arm/a\0.stl', 'null bytes'],
  ['package://arm', 'in no package'],
  ['', 'in no package'],
])('refuses %j', (uri, why) => {
  expect(() => find(uri)).toThrow(why);
});
