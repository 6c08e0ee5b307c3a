import {
  colourKey,
  coloursOf,
  NEUTRAL_COLOUR,
  namesIn,
  type Report,
} from '../../../report/index.js';
import type { EntityInfo, RunInfo } from '../../model/engine_protocol.js';

/** One colour per topic, timer or service, the same in every panel and for every run. */
export class Palette {
  readonly #colours: ReadonlyMap<string, string>;

  readonly #byEntity = new WeakMap<readonly EntityInfo[], readonly string[]>();

  /** @param onDark - whether the ground is dark */
  constructor(runs: readonly RunInfo[], report: Report | undefined, onDark: boolean) {
    const names = new Set<string>(report?.figures.flatMap(namesIn));
    for (const run of runs) {
      for (const { name } of run.topics) names.add(name);
      for (const { kind, node, name } of run.entities) names.add(colourKey(kind, node, name));
    }
    this.#colours = coloursOf(names, onDark);
  }

  of(topic: string): string {
    return this.#colours.get(topic) ?? NEUTRAL_COLOUR;
  }

  /** Colours by index in the list, computed once because they are needed thousands of times per frame. */
  ofEntities(entities: readonly EntityInfo[]): readonly string[] {
    let colours = this.#byEntity.get(entities);
    if (colours === undefined) {
      colours = entities.map((entity) => this.ofEntity(entity));
      this.#byEntity.set(entities, colours);
    }
    return colours;
  }

  ofEntity({ kind, node, name }: { kind: string; node: string; name: string }): string {
    return this.of(colourKey(kind, node, name));
  }
}

/** @param theme - the chosen theme; empty: the theme of the operating system */
export function isDark(theme: string): boolean {
  return theme === '' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}
