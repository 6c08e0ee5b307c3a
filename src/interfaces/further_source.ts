import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DefinitionSource, DefinitionText } from './definition_source.js';
import type { InterfaceName } from './names.js';

/** One text file for each package; programs in Python read them, too. */
const FOLDER = fileURLToPath(new URL('../../python/orrery_interfaces/further/', import.meta.url));
/** `== msg/Frame`, and the distributions whose definition follows. */
const HEADING = /^== (\S+)(?: since (\w+))?(?: until (\w+))?$/;
/** The names of packages that have a file. Captured at load time: a run guards its programs' view of folders. */
const PACKAGES: ReadonlySet<string> = new Set(
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.txt'))
    .map((file) => file.slice(0, -'.txt'.length)),
);
const read = readFileSync;

/** Definitions by full name; each file is read when its package is first asked for. */
const known = new Map<string, ReadonlyMap<string, DefinitionText>>();

/**
 * Packages of interfaces that do not belong to ROS 2 itself, such as vision_msgs. They change more often than those of ROS
 * 2, so a package that any other source has is taken from there alone.
 */
export class FurtherSource implements DefinitionSource {
  readonly #distro: string;
  readonly #others: readonly DefinitionSource[];
  /** Whether another source has a package. */
  readonly #elsewhere = new Map<string, boolean>();

  /** @param others - all other sources */
  constructor(distro: string, others: readonly DefinitionSource[]) {
    this.#distro = distro;
    this.#others = others;
  }

  find(name: InterfaceName): DefinitionText | undefined {
    const found = PACKAGES.has(name.package) ? this.#texts(name.package).get(name.full) : undefined;
    return found === undefined || this.#isElsewhere(name.package) ? undefined : found;
  }

  packages(): string[] {
    return [...PACKAGES].filter((pkg) => this.interfaces(pkg).length > 0);
  }

  interfaces(pkg: string): string[] {
    return PACKAGES.has(pkg) && !this.#isElsewhere(pkg) ? [...this.#texts(pkg).keys()] : [];
  }

  #isElsewhere(pkg: string): boolean {
    let found = this.#elsewhere.get(pkg);
    if (found === undefined) {
      found = this.#others.some((source) => source.interfaces(pkg).length > 0);
      this.#elsewhere.set(pkg, found);
    }
    return found;
  }

  #texts(pkg: string): ReadonlyMap<string, DefinitionText> {
    const key = `${this.#distro} ${pkg}`;
    let texts = known.get(key);
    if (texts === undefined) {
      texts = readTexts(pkg, this.#distro);
      known.set(key, texts);
    }
    return texts;
  }
}

function readTexts(pkg: string, distro: string): Map<string, DefinitionText> {
  const lines = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of read(`${FOLDER}${pkg}.txt`, 'utf8').trimEnd().split('\n')) {
    const [heading, name, since = '', until = distro] = HEADING.exec(line) ?? [];
    if (heading === undefined) {
      current.push(line);
      continue;
    }
    current = [];
    // The names of distributions are in the order of the alphabet.
    if (since <= distro && distro <= until) lines.set(`${pkg}/${name}`, current);
  }
  return new Map([...lines].map(([full, text]) => [full, { text: `${text.join('\n')}\n` }]));
}
