import { delimiter, resolve } from 'node:path';
import { PackageIndex, type PackageSearch } from './components/index.js';
import { KnownSources } from './file/index.js';

/** What {@link packagesOf} uses at present. */
let current: SharedPackages | undefined;

/**
 * Packages that are searched for once, for who describes one system many times: a search reads the
 * package.json of every installed package. Launch files are read again, and parsed if they have changed.
 */
export class SharedPackages {
  readonly #sources = new KnownSources();
  readonly #indexes = new Map<string, PackageIndex>();

  /** Does something in which every search that was made before is not made again. */
  during<T>(action: () => T): T {
    const outer = current;
    current = this;
    try {
      return this.#sources.during(action);
    } finally {
      current = outer;
    }
  }

  /** The packages that a search finds: those of its first time. */
  of(search: PackageSearch): PackageIndex {
    const { directories = [], amentPrefixPath = '', nodeModulesFrom } = search;
    const key = JSON.stringify([
      directories.map((each) => resolve(each)),
      amentPrefixPath.split(delimiter).map((each) => each && resolve(each)),
      nodeModulesFrom && resolve(nodeModulesFrom),
    ]);
    let index = this.#indexes.get(key);
    if (index === undefined) {
      index = new PackageIndex(search);
      this.#indexes.set(key, index);
    }
    return index;
  }
}

/** The packages that a search finds, see {@link SharedPackages}. */
export function packagesOf(search: PackageSearch): PackageIndex {
  return current?.of(search) ?? new PackageIndex(search);
}
