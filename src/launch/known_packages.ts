import { delimiter, resolve } from 'node:path';
import { PackageIndex, type PackageSearch } from './components/index.js';

/** What {@link packagesOf} uses at present. */
let current: KnownPackages | undefined;

/** Packages that are searched for once: a search reads the package.json of every installed package. */
export class KnownPackages {
  readonly #indexes = new Map<string, PackageIndex>();

  /** Does something in which every search that was made before is not made again. */
  during<T>(action: () => T): T {
    const outer = current;
    current = this;
    try {
      return action();
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

/** The packages that a search finds, see {@link KnownPackages}. */
export function packagesOf(search: PackageSearch): PackageIndex {
  return current?.of(search) ?? new PackageIndex(search);
}
