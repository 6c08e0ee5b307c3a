import { basename } from 'node:path';
import type { Program } from './program.js';

/** `/src/talker.ts` → `talker`: the name of a program that was not given one. */
export function programNameOf(file: string): string {
  return basename(file).replace(/(\.[cm]?[jt]s|\.tsx|\.py)$/, '');
}

/** Names that are unique in a run: the second `talker` is `talker-2`. */
export class ProgramNames {
  readonly #taken = new Set<string>();
  /** By wanted name: the number to try next, so that thousands of equal names are not counted through again. */
  readonly #next = new Map<string, number>();

  take(wanted: string): string {
    let name = wanted;
    let number = this.#next.get(wanted) ?? 2;
    while (this.#taken.has(name)) name = `${wanted}-${number++}`;
    this.#next.set(wanted, number);
    this.#taken.add(name);
    return name;
  }
}

/** The programs, each with a unique name: a file that is given twice is two processes. */
export function withNames(programs: readonly Program[]): Program[] {
  const names = new ProgramNames();
  return programs.map((program) => ({
    ...program,
    name: names.take(program.name ?? programNameOf(program.file)),
  }));
}
