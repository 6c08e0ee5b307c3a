import { existsSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { OrreryError } from '../errors/index.js';
import { type Failure, withoutNumbers } from '../explore/index.js';
import { ContentHashes } from './content_hash.js';
import type { OutputFiles } from './output_files.js';
import { RevisionTrees } from './revision_trees.js';
import { isBelow, RunKeys } from './run_keys.js';

/** Where the files of a run are. */
export interface RunPlace {
  readonly keys: RunKeys;
  /** The words of the run, with the names of its files there. @throws OrreryError `ORR_CAMPAIGN_REVISION` */
  words(words: readonly string[]): readonly string[];
  /** A failure with the present names of files: that of a temporary working tree differs from one execution to the next. */
  told(failure: Failure): Failure;
}

/** Where the runs of a campaign find their files: as they are now, or in the working tree of a revision. */
export class RunPlaces {
  readonly #folder: string;
  readonly #inputs: readonly string[];
  readonly #hashes: ContentHashes;
  readonly #present: RunPlace;
  readonly #places = new Map<string, RunPlace>();
  #trees: RevisionTrees | undefined;

  /**
   * @param folder - of the campaign
   * @param inputs - further files that programs read, absolute
   * @param outputs - files beside them that no program reads
   */
  constructor(folder: string, inputs: readonly string[], outputs: OutputFiles) {
    this.#folder = resolve(folder);
    this.#hashes = new ContentHashes(outputs);
    this.#inputs = inputs;
    const keys = new RunKeys(this.#folder, inputs, this.#hashes);
    this.#present = { keys, words: (words) => words, told: (failure) => failure };
  }

  /** @throws OrreryError `ORR_CAMPAIGN_GIT` */
  at(revision: string | undefined): RunPlace {
    if (revision === undefined) return this.#present;
    let place = this.#places.get(revision);
    if (place === undefined) {
      place = this.#placeAt(revision);
      this.#places.set(revision, place);
    }
    return place;
  }

  #placeAt(revision: string): RunPlace {
    this.#trees ??= new RevisionTrees(this.#folder);
    const { root, folder } = this.#trees.at(revision);
    const moved = (file: string) => {
      const there = join(folder, relative(this.#folder, file));
      return isBelow(root, there) ? there : file;
    };
    const keys = new RunKeys(folder, this.#inputs.map(moved), this.#hashes, {
      ...{ tree: root, campaign: this.#folder },
    });
    const word = (text: string) => {
      if (isAbsolute(text)) return present(text, moved(text), revision);
      // A file that only this revision has was not a file when the campaign was read.
      return !text.startsWith('-') && existsSync(join(folder, text)) ? join(folder, text) : text;
    };
    const origin = resolve(this.#folder, relative(folder, root));
    const told = ({ kind, text }: Failure) => ({
      kind: kind.replaceAll(withoutNumbers(root), () => withoutNumbers(origin)),
      text: text.replaceAll(root, () => origin),
    });
    return { keys, words: (words) => words.map(word), told };
  }

  close(): void {
    this.#trees?.close();
  }
}

/** @throws OrreryError `ORR_CAMPAIGN_REVISION` for a file that the revision does not have */
function present(now: string, there: string, revision: string): string {
  if (existsSync(there) || !existsSync(now)) return there;
  throw new OrreryError(
    'ORR_CAMPAIGN_REVISION',
    `The revision ${revision.slice(0, 12)} has no file ${now}; leave it out, or begin with a later one.`,
    { place: { file: now } },
  );
}
