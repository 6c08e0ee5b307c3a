import { KnownSources } from './file/index.js';
import { KnownPackages } from './known_packages.js';

/**
 * What describing one system many times need not do again: searching for packages, and parsing launch files that have
 * not changed.
 */
export class SharedPackages {
  readonly #sources = new KnownSources();
  readonly #packages = new KnownPackages();

  /** Does something in which nothing that was done before is done again. */
  during<T>(action: () => T): T {
    return this.#packages.during(() => this.#sources.during(action));
  }
}
