import type { RunInfo } from '../../model/engine_protocol.js';

/**
 * Colours that people with any colour vision tell apart, after Okabe and Ito (2008), without black and
 * with a second, darker round for the topics after the seventh.
 */
const COLOURS = [
  ...['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#b8a900'],
  ...['#00456b', '#8c6100', '#00614a', '#874f6e', '#2f7aa6', '#8a3d00', '#6e6500'],
];
const OF_EVERY_NODE = /^\/(parameter_events|rosout|clock)$/;
const NEUTRAL = '#8a94a0';

/** One colour per topic (or timer, or service), the same in every panel and for every run. */
export class Palette {
  readonly #colours = new Map<string, string>();

  constructor(runs: readonly RunInfo[]) {
    const names = new Set<string>();
    for (const run of runs) {
      for (const { name } of run.topics) names.add(name);
      for (const { kind, node, name } of run.entities) names.add(keyOf(kind, node, name));
    }
    const ordered = [...names].filter((name) => !OF_EVERY_NODE.test(name)).sort(topicsFirst);
    for (const [i, name] of ordered.entries())
      this.#colours.set(name, COLOURS[i % COLOURS.length]!);
  }

  of(topic: string): string {
    return this.#colours.get(topic) ?? NEUTRAL;
  }

  ofEntity({ kind, node, name }: { kind: string; node: string; name: string }): string {
    return this.of(keyOf(kind, node, name));
  }
}

function keyOf(kind: string, node: string, name: string): string {
  return kind === 'timer' ? `${node} ${name}` : name;
}

/** Timers have names with a space, and the colours that are left. */
function topicsFirst(a: string, b: string): number {
  return Number(a.includes(' ')) - Number(b.includes(' ')) || (a < b ? -1 : 1);
}

/** Black or white, whichever can be read on the colour. */
export function inkOn(colour: string): string {
  const part = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  return 0.299 * part(1) + 0.587 * part(3) + 0.114 * part(5) > 140 ? '#111' : '#fff';
}
