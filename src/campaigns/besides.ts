/** The names of files in a campaign file are relative to it, so that it means the same wherever the command runs. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ConfigReader, Read } from '../models/index.js';
import type { Axis } from './axis.js';

/** Resolves a word that names a file in the campaign's folder, wherever the command runs. */
export function besides(folder: string, word: string): string {
  const file = resolve(folder, word);
  return !word.startsWith('-') && existsSync(file) ? file : word;
}

/** The program or module of a check lies in the campaign's folder, too. */
export function checkBesides(folder: string, check: string): string {
  const [, kind, file = ''] = /^(test|program):(.*)$/.exec(check) ?? [];
  return kind === undefined ? check : `${kind}:${besides(folder, file)}`;
}

/** The files that the words of an axis name lie there, too. */
export function axisBesides(folder: string, axis: Axis): Axis {
  const placed = (words: readonly string[]) => words.map((word) => besides(folder, word));
  const levels = axis.levels.map(({ value, words }) => ({ value, words: placed(words) }));
  return { ...axis, levels };
}

/**
 * Further files that the programs read. A missing one is a mistake: the results would be taken for those of
 * whatever the program reads instead.
 *
 * @param atRevisions - a file need not be there now, because another revision may have it
 */
export function inputsBesides(
  folder: string,
  reader: ConfigReader,
  atRevisions: boolean,
): Read<string[]> {
  return reader.list((node) => {
    const text = reader.text(node);
    const file = text === undefined ? undefined : resolve(folder, text);
    if (file === undefined || atRevisions || existsSync(file)) return file;
    return reader.refuse(node, `There is no file or folder "${text}"; check the path.`);
  });
}
