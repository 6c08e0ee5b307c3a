/** The sources of definition texts: memory, directories, the built-in set. */
import fs from 'node:fs';
import { basename, join } from 'node:path';
import { OrreryError } from '../errors/index.js';
import type { InterfaceKind, InterfaceName } from './names.js';

// Captured at load time: inside a run, the guarded versions check whether a path leads to a device.
const { readdirSync, readFileSync, statSync } = fs;

/** A definition's text and its file, if any. */
export interface DefinitionText {
  readonly text: string;
  readonly file?: string;
  /** Whether the text is IDL, not that of a `.msg`, `.srv` or `.action` file. */
  readonly isIdl?: boolean;
}

/** Finds definition texts by name. */
export interface DefinitionSource {
  find(name: InterfaceName): DefinitionText | undefined;
  /** Packages with at least one interface, in any order. */
  packages(): string[];
  /** Full names of a package's interfaces, in any order. */
  interfaces(pkg: string): string[];
}

/** The three kinds, in the order tools list them. */
const KINDS: readonly InterfaceKind[] = ['action', 'msg', 'srv'];

/** The text of a file; `undefined` if there is none. */
export function readText(file: string): string | undefined {
  try {
    // Most files are not in the first place searched, and an error takes ten times as long.
    if (statSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
    return readFileSync(file, 'utf8');
  } catch (cause) {
    if (isAbsent(cause)) return undefined;
    throw new OrreryError(
      'ORR_DEFINITION_UNREADABLE',
      `The definition file ${file} cannot be read (${(cause as Error).message}); check its permissions.`,
      { place: { file }, cause },
    );
  }
}

function isAbsent(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function list(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/** Names of the definitions in the folder of one kind. */
export function listKind(packageFolder: string, pkg: string, kind: InterfaceKind): string[] {
  const names = list(join(packageFolder, kind))
    .filter((file) => file.endsWith(`.${kind}`) || file.endsWith('.idl'))
    .map((file) => `${pkg}/${kind}/${file.slice(0, file.lastIndexOf('.'))}`);
  return [...new Set(names)];
}

/**
 * A directory of packages: `<dir>/<pkg>/{msg,srv,action}`, as in a workspace's `src` or in
 * `<prefix>/share`. The directory may also be one package folder itself. An `.idl` file counts only
 * if there is no `.msg`, `.srv` or `.action` file of the same name, from which a build would have
 * made it.
 */
export class DirectorySource implements DefinitionSource {
  constructor(readonly directory: string) {}

  #folders(pkg: string): string[] {
    const inside = join(this.directory, pkg);
    return basename(this.directory) === pkg ? [inside, this.directory] : [inside];
  }

  find(name: InterfaceName): DefinitionText | undefined {
    for (const folder of this.#folders(name.package)) {
      for (const extension of [name.kind, 'idl']) {
        const file = join(folder, name.kind, `${name.name}.${extension}`);
        const text = readText(file);
        if (text !== undefined) return { text, file, isIdl: extension === 'idl' };
      }
    }
    return undefined;
  }

  packages(): string[] {
    return [...list(this.directory), basename(this.directory)].filter(
      (pkg) => this.interfaces(pkg).length > 0,
    );
  }

  interfaces(pkg: string): string[] {
    return this.#folders(pkg).flatMap((folder) =>
      KINDS.flatMap((kind) => listKind(folder, pkg, kind)),
    );
  }
}

/** Definitions given as text. */
export class MemorySource implements DefinitionSource {
  readonly #texts = new Map<string, DefinitionText>();

  /** Adds or replaces a definition. */
  set(name: InterfaceName, text: DefinitionText): void {
    this.#texts.set(name.full, text);
  }

  find(name: InterfaceName): DefinitionText | undefined {
    return this.#texts.get(name.full);
  }

  packages(): string[] {
    return [...this.#texts.keys()].map((full) => full.slice(0, full.indexOf('/')));
  }

  interfaces(pkg: string): string[] {
    return [...this.#texts.keys()].filter((full) => full.startsWith(`${pkg}/`));
  }
}
