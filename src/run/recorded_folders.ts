import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { OWN_FOLDER } from '../errors/index.js';
import type { RecordedPlace } from '../interfaces/index.js';
import { isWithin, type SystemParts, systemFolder } from '../system/index.js';

const PACKAGES = 'node_modules';
const OWN_CODE = fileURLToPath(OWN_FOLDER).replace(/[\\/]$/, '');
const OWN = [OWN_CODE, join(dirname(OWN_CODE), 'python')];
/** Orrery's own folders, looked up once: nobody moves a package while it runs. */
let ownPlaces: readonly RecordedPlace[] | undefined;

/**
 * The folders of a run that its records replace by a word: those of Orrery, of the system, and of the packages that
 * it uses, which a copy of the system elsewhere may merely link to.
 */
export function recordedFolders(system: SystemParts): RecordedPlace[] {
  ownPlaces ??= inAllForms(OWN.map((folder) => ({ folder, word: `<orrery>/${basename(folder)}` })));
  const places: RecordedPlace[] = [];
  const packed = `${sep}${PACKAGES}${sep}`;
  const files = filesIn([system.programs, system.launch]).filter(
    (file) => !file.includes(packed) && !OWN.some((folder) => isWithin(folder, file)),
  );
  const root = systemFolder([...new Set(files)]);
  if (root !== undefined && root !== dirname(root)) {
    for (let at = root; at !== dirname(at); at = dirname(at)) {
      const folder = join(at, PACKAGES);
      if (existsSync(folder)) places.push({ folder, word: `<system>/${PACKAGES}` });
    }
    places.push({ folder: root, word: '<system>' });
  }
  return [...ownPlaces, ...inAllForms(places)];
}

function inAllForms(places: readonly RecordedPlace[]): RecordedPlace[] {
  return places.flatMap(({ folder, word }) =>
    writtenForms(folder).map((form) => ({ folder: form, word })),
  );
}

/** The ways in which programs may write the path of a folder: as given, with links resolved, and as a URL. */
function writtenForms(folder: string): string[] {
  const paths = new Set([folder]);
  if (existsSync(folder)) paths.add(realpathSync(folder));
  const forms = [...paths].flatMap((path) => [path, pathToFileURL(path).pathname]);
  return [...new Set(forms)];
}

/** The files of programs, wherever they occur in a launch description. */
function filesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(filesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    key === 'file' && typeof each === 'string' ? (isAbsolute(each) ? [each] : []) : filesIn(each),
  );
}
