import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { didYouMean, OrreryError } from '../../errors/index.js';
import type { PackageInfo } from './package_info.js';

const FIELDS = ['package', 'components', 'executables'];

function refuse(file: string, message: string): never {
  throw new OrreryError('ORR_PACKAGE_INVALID', `In ${file}, ${message}`, { place: { file } });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readFiles(
  value: unknown,
  field: string,
  folder: string,
  manifest: string,
): Map<string, string> {
  if (value === undefined) return new Map();
  if (!isRecord(value)) refuse(manifest, `"orrery.${field}" must map names to files.`);
  return new Map(
    Object.entries(value).map(([name, file]) => {
      if (typeof file !== 'string') {
        return refuse(manifest, `"orrery.${field}" must map "${name}" to a file.`);
      }
      const path = resolve(folder, file);
      const inside = relative(folder, path);
      if (inside.startsWith('..') || isAbsolute(inside)) {
        return refuse(manifest, `"${file}" of "${name}" lies outside the package.`);
      }
      return [name, path];
    }),
  );
}

/**
 * Reads the package in a folder if its package.json has a field `orrery`:
 * `{ "package": "my_pkg", "components": { "my_pkg::Talker": "./talker.js" }, "executables": {…} }`.
 * Without `package` the ROS name is the npm name without scope, `-` written `_`.
 *
 * @returns `undefined` if the folder holds no such package
 * @throws OrreryError `ORR_PACKAGE_INVALID`
 */
export function readNodePackage(folder: string): PackageInfo | undefined {
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) return undefined;
  const bytes = readFileSync(manifest);
  // Most packages in node_modules have no field `orrery`: do not even decode them.
  if (!bytes.includes('"orrery"')) return undefined;
  const text = bytes.toString('utf8');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    refuse(manifest, `the JSON is broken (${(cause as Error).message}).`);
  }
  if (!isRecord(json) || json.orrery === undefined) return undefined;
  const { orrery } = json;
  if (!isRecord(orrery)) refuse(manifest, '"orrery" must be an object.');
  for (const key of Object.keys(orrery)) {
    if (FIELDS.includes(key)) continue;
    const hint = didYouMean(key, FIELDS) || `; known are ${FIELDS.join(', ')}.`;
    refuse(manifest, `"orrery.${key}" is not known${hint}`);
  }
  const name = packageName(orrery.package, json.name, manifest);
  const share = join(folder, 'share', name);
  return {
    name,
    kind: 'node',
    prefix: folder,
    share: existsSync(share) ? share : folder,
    components: readFiles(orrery.components, 'components', folder, manifest),
    executables: readFiles(orrery.executables, 'executables', folder, manifest),
  };
}

function packageName(given: unknown, npmName: unknown, manifest: string): string {
  if (typeof given === 'string' && given !== '') return given;
  if (given !== undefined) refuse(manifest, '"orrery.package" must be a name.');
  if (typeof npmName !== 'string' || npmName === '') {
    return refuse(manifest, 'a "name" or "orrery.package" is missing.');
  }
  return npmName.replace(/^@[^/]*\//, '').replaceAll('-', '_');
}
