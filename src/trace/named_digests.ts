import { Digest } from '../kernel/index.js';

/** Digests of topics or of nodes. */
export class NamedDigests {
  readonly #all = new Map<string, Digest>();

  /**
   * The digest of this name; names in domains other than 0 are marked, because domains do not see each other. Nodes with the
   * same name share a digest, even if one is destroyed and created again.
   */
  of(name: string, domain: number): Digest {
    const own = domain === 0 ? name : `${name} (domain ${domain})`;
    let digest = this.#all.get(own);
    if (digest === undefined) {
      digest = new Digest();
      this.#all.set(own, digest);
    }
    return digest;
  }

  /** All values, sorted by name. */
  values(): Record<string, string> {
    const pairs = [...this.#all].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(pairs.map(([name, digest]) => [name, digest.hex()]));
  }
}
