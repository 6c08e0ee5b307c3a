import { readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inputFiles, toExactJson } from '../record/index.js';
import type { RunConfig } from '../system/index.js';
import { type ContentHashes, hashOfText } from './content_hash.js';

/** A file that determines what a run does, as it stands in keys and results. */
export interface KeyedFile {
  /** Relative to the campaign's folder. */
  readonly name: string;
  /** Hash of its content, or of all contents of a folder; `missing` if it does not exist. */
  readonly sha256: string;
}

/** Prefix of the name of a file that is not part of the revision being run. */
export const NOW = 'now:';

/** Where the files of a revision are, and those of now. */
export interface RevisionPlace {
  /** The working tree of the revision. */
  readonly tree: string;
  /** The folder of the campaign now. */
  readonly campaign: string;
}

/**
 * Keys of runs, by content: equal keys mean the same run, on every machine and in every folder. A key has
 * two levels, since modules are known only when a run has loaded them: the manifest covers all that is
 * known before, the key of the run the modules as well.
 */
export class RunKeys {
  /** Hash of Orrery itself: another build may produce different results. */
  readonly build: string;
  readonly #folder: string;
  readonly #inputs: readonly string[];
  readonly #hashes: ContentHashes;
  readonly #revision: RevisionPlace | undefined;

  /**
   * @param folder - names of files in keys are relative to it
   * @param inputs - other files and folders that programs read
   * @param revision - if the folder is that of an earlier revision
   */
  constructor(
    folder: string,
    inputs: readonly string[],
    hashes: ContentHashes,
    revision?: RevisionPlace,
  ) {
    build ??= hashOfBuild();
    this.build = build;
    this.#folder = folder;
    this.#inputs = inputs;
    this.#hashes = hashes;
    this.#revision = revision;
  }

  /**
   * Files that are known before the run.
   *
   * @param judges - modules of checks
   */
  inputs(config: RunConfig, judges: readonly string[]): KeyedFile[] {
    return this.files([...new Set([...pathsOf(config), ...this.#inputs, ...judges])]);
  }

  /** The key of everything that determines a run, except the modules that its programs load. */
  manifest(config: RunConfig, inputs: readonly KeyedFile[], judged: readonly string[]): string {
    const { name: _name, command: _command, output, ...rest } = config;
    const asked = { ...rest, digest: output.digest, judged, inputs };
    let text = JSON.stringify(toExactJson(asked));
    // Files contribute their contents, so their location on this machine does not matter.
    const names = inputs.map(({ name }) => [this.fileOf(name), name] as const);
    names.sort(([one], [other]) => other.length - one.length);
    const folders = [this.#folder, this.#revision?.campaign ?? this.#folder];
    for (const [path, name] of [...names, ...folders.map((each) => [each, '.'] as const)]) {
      if (isAbsolute(path)) text = text.split(inJson(path)).join(inJson(name));
    }
    return hashOfText(`orrery-run-key/2 ${this.build} ${text}`);
  }

  /** The key of a run with this manifest that loads these modules. */
  run(manifest: string, modules: readonly KeyedFile[]): string {
    const list = modules.map(({ name, sha256 }) => [name, sha256]);
    return hashOfText(`${manifest} ${JSON.stringify(list)}`);
  }

  /** Files by their present contents, in the order of their names. */
  files(paths: readonly string[]): KeyedFile[] {
    return paths
      .map((path) => ({ name: this.#nameOf(path), sha256: this.#hashes.of(path) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** The key under which sets of modules are kept; runs of the same programs mostly load the same ones. */
  programs(config: RunConfig): string {
    const files = config.system.programs.map(({ file }) => this.#nameOf(file));
    return hashOfText(files.join('\0')).slice(0, 16);
  }

  /** The path of a file of that name on this machine. */
  fileOf(name: string): string {
    if (!name.startsWith(NOW)) return join(this.#folder, name);
    return join(this.#revision?.campaign ?? this.#folder, name.slice(NOW.length));
  }

  /** Packages are those of now at every revision, so they need no mark. */
  #nameOf(path: string): string {
    const revision = this.#revision;
    if (revision === undefined || isBelow(revision.tree, path)) return relative(this.#folder, path);
    const name = relative(revision.campaign, path);
    return isInstalled(name) ? name : `${NOW}${name}`;
  }
}

/** Whether a file of that name belongs to an installed package. */
export function isInstalled(name: string): boolean {
  return name.split(/[\\/]/).includes('node_modules');
}

/** Whether a path is in a folder, or is it. */
export function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way.split(/[\\/]/)[0] !== '..';
}

/** A path as it stands inside a text of JSON. */
function inJson(path: string): string {
  return JSON.stringify(path).slice(1, -1);
}

/**
 * Inputs of the run that are known before it. The modules of a program in another language than
 * JavaScript are not known: the folder of the program stands for them.
 */
function pathsOf(config: RunConfig): string[] {
  return inputFiles(config).flatMap((file) =>
    extname(file) === '.py' ? [file, dirname(file)] : [file],
  );
}

/** Of the code that this process has loaded, whatever becomes of its files meanwhile. */
let build: string | undefined;

function hashOfBuild(): string {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const code = names.filter(isOfBuild).sort();
  const texts = code.map((name) => `${name}\0${readFileSync(join(root, name), 'utf8')}`);
  return hashOfText(texts.join('\0'));
}

/**
 * Whether a file of the package decides what it does. What V8 has compiled is kept in the folder `code` when a command
 * is first used: if it counted, that would discard all results.
 *
 * @param name - relative to the package
 */
export function isOfBuild(name: string): boolean {
  return /\.(c?js|json)$/.test(name) && name.split(/[\\/]/)[0] !== 'code';
}
