import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { OrreryError, whyUnreadable } from '../../errors/index.js';
import { readXml, type XmlElement } from './xml_element.js';

/** A larger mesh is refused before it is read. */
const LARGEST_FILE = 256 * 1024 * 1024;

export interface FileOptions {
  /** Folders with models and packages. */
  readonly paths?: readonly string[];
  /** What is left out silently: elements, sensor types, files or names of plugins. */
  readonly ignore?: readonly string[];
}

/** Finds and reads the files that descriptions of worlds and robots name. */
export class DescriptionFiles {
  readonly #paths: readonly string[];
  readonly #ignored: ReadonlySet<string>;

  constructor({ paths = [], ignore = [] }: FileOptions) {
    this.#paths = paths;
    this.#ignored = new Set(ignore);
  }

  /** Whether the user asked to leave out any of these names. */
  ignores(...names: readonly (string | undefined)[]): boolean {
    return names.some((name) => name !== undefined && this.#ignored.has(name));
  }

  /** @throws OrreryError `ORR_PHYSICS_FILE` */
  bytes(file: string): Buffer {
    try {
      const { size } = statSync(file);
      if (size > LARGEST_FILE) {
        throw new OrreryError(
          'ORR_PHYSICS_FILE',
          `${file} has ${size} bytes, more than the limit of ${LARGEST_FILE}; make it smaller.`,
          { place: { file } },
        );
      }
      return readFileSync(file);
    } catch (cause) {
      if (cause instanceof OrreryError) throw cause;
      throw new OrreryError(
        'ORR_PHYSICS_FILE',
        `${file} cannot be read: ${whyUnreadable(cause)}; check the path.`,
        { place: { file }, cause },
      );
    }
  }

  xml(file: string): XmlElement {
    return readXml(this.bytes(file).toString('utf8'), file);
  }

  /** The file that a URI in an element stands for; `model://` of a folder stands for its model. */
  locate(uri: string, element: XmlElement): string {
    const from = element.place.file ?? '.';
    const [, scheme, rest = ''] = /^([a-z]+):\/\/(.*)$/.exec(uri) ?? [];
    const tried = this.#candidates(scheme, scheme === undefined ? uri : rest, from);
    for (const path of tried) {
      if (!existsSync(path)) continue;
      return statSync(path).isDirectory() ? this.#modelIn(path) : path;
    }
    return element.refuse(
      `"${uri}" is not found (${tried.slice(0, 4).join(', ')}); add its folder to physics.paths`,
    );
  }

  #candidates(scheme: string | undefined, path: string, from: string): string[] {
    if (scheme === 'file') return [isAbsolute(path) ? path : resolve(dirname(from), path)];
    if (scheme === undefined) {
      const near = isAbsolute(path) ? path : resolve(dirname(from), path);
      return [near, ...this.#paths.map((folder) => join(folder, path))];
    }
    // Models lie side by side; a package is two levels or more above its files.
    const above: string[] = [];
    for (let folder = dirname(resolve(from)); above.length < 6; folder = dirname(folder)) {
      above.push(folder);
    }
    const [name = ''] = path.split('/');
    const inShare = this.#paths.flatMap((folder) => [
      join(folder, path),
      join(folder, 'share', path),
      join(folder, name, 'share', path),
    ]);
    return [...inShare, ...above.map((folder) => join(folder, path))];
  }

  /** The description in the folder of a model: the last one that its model.config names, or model.sdf. */
  #modelIn(folder: string): string {
    const config = join(folder, 'model.config');
    const plain = join(folder, 'model.sdf');
    if (!existsSync(config)) return plain;
    const versions = this.xml(config).all('sdf');
    const newest = versions
      .map((element) => ({ element, version: Number(element.attribute('version') ?? 0) }))
      .sort((a, b) => b.version - a.version)[0];
    const name = newest?.element.text.trim();
    return name ? join(folder, name) : plain;
  }
}
