import { readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInputs, toExactJson } from '../record/index.js';
import type { RunConfig } from '../system/index.js';
import { type ContentHashes, hashOfText } from './content_hash.js';

/** A file that decides what a run does, as keys and results know it. */
export interface KeyedFile {
  /** Relative to the campaign's folder. */
  readonly name: string;
  /** Of its content, or of all contents of a folder; `missing` if it is not there. */
  readonly sha256: string;
}

/**
 * Keys of runs, by content: what the same key asks for is the same run, on every machine and in
 * every folder. A key has two levels, since modules are known only when a run has loaded them: the
 * manifest covers all that is known before, the key of the run the modules as well.
 */
export class RunKeys {
  /** Orrery itself: another build may make other runs. */
  readonly build = hashOfBuild();
  readonly #folder: string;
  readonly #inputs: readonly string[];
  readonly #hashes: ContentHashes;

  /**
   * @param folder - names of files in keys are relative to it
   * @param inputs - other files and folders that programs read
   */
  constructor(folder: string, inputs: readonly string[], hashes: ContentHashes) {
    this.#folder = folder;
    this.#inputs = inputs;
    this.#hashes = hashes;
  }

  /** Files that are known before the run. */
  inputs(config: RunConfig): KeyedFile[] {
    return this.files([...new Set([...pathsOf(config), ...this.#inputs])]);
  }

  /** All that decides a run, except the modules that its programs load. */
  manifest(config: RunConfig, inputs: readonly KeyedFile[], judged: readonly string[]): string {
    const { name: _name, command: _command, output, ...rest } = config;
    const asked = { ...rest, digest: output.digest, judged, inputs };
    const text = JSON.stringify(toExactJson(asked));
    // Files are in it by their contents; where they are on this machine does not matter.
    return hashOfText(`orrery-run-key/1 ${this.build} ${text.split(this.#folder).join('.')}`);
  }

  /** The key of the run of a manifest that loads these modules. */
  run(manifest: string, modules: readonly KeyedFile[]): string {
    const list = modules.map(({ name, sha256 }) => [name, sha256]);
    return hashOfText(`${manifest} ${JSON.stringify(list)}`);
  }

  /** Files by their present contents, in the order of their names. */
  files(paths: readonly string[]): KeyedFile[] {
    return paths
      .map((path) => ({ name: relative(this.#folder, path), sha256: this.#hashes.of(path) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** What sets of modules are kept under: runs of the same programs mostly load the same ones. */
  programs(config: RunConfig): string {
    const files = config.system.programs.map(({ file }) => relative(this.#folder, file));
    return hashOfText(files.join('\0')).slice(0, 16);
  }

  /** Where a file of that name is here. */
  fileOf(name: string): string {
    return join(this.#folder, name);
  }
}

/**
 * Inputs of the run that are known before it. Of a program in another language than JavaScript,
 * it is not known which modules it loads: the folder that it is in stands for them.
 */
function pathsOf(config: RunConfig): string[] {
  return runInputs(config).flatMap(({ file }) =>
    extname(file) === '.py' ? [file, dirname(file)] : [file],
  );
}

function hashOfBuild(): string {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const code = names.filter((name) => /\.(c?js|json)$/.test(name)).sort();
  const texts = code.map((name) => `${name}\0${readFileSync(join(root, name), 'utf8')}`);
  return hashOfText(texts.join('\0'));
}
