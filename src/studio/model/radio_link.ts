/** How well two robots of a run with a network hear each other, for the 3D panel. */
import type { Colour } from './drawable.js';

export interface RadioLink {
  readonly ends: readonly [string, string];
  readonly isUp: boolean;
  /** Signal strength of the weaker direction, in dBm; undefined if the run has no channel model. */
  readonly strength: number | undefined;
  /** Ends whose position is unknown; such a link is not drawn. */
  readonly unplaced: readonly string[];
}

/** The most links of a run that are shown. */
export const MOST_LINKS = 1000;
/** The ends of the scale, in dBm. */
export const STRONG = -40;
export const WEAK = -90;
/** From weak to strong; weaker is lighter, and people who are blind to red, green or blue can distinguish the colours. */
const SCALE: readonly (readonly [number, number, number])[] = [
  [238, 150, 48],
  [184, 74, 152],
  [62, 96, 208],
];
const DOWN: Colour = [128, 128, 128, 255];

export function colourOfLink({ isUp, strength }: Pick<RadioLink, 'isUp' | 'strength'>): Colour {
  if (!isUp) return DOWN;
  const part = ((strength ?? STRONG) - WEAK) / (STRONG - WEAK);
  const at = Math.min(1, Math.max(0, part)) * (SCALE.length - 1);
  const low = Math.min(SCALE.length - 2, Math.floor(at));
  const [r, g, b] = SCALE[low]!.map((each, i) => {
    const next = SCALE[low + 1]![i]!;
    return Math.round(each + (next - each) * (at - low));
  });
  return [r!, g!, b!, 255];
}

/** The strength as text, or whether the link exists. */
export function textOfLink({ isUp, strength }: Pick<RadioLink, 'isUp' | 'strength'>): string {
  const told = strength === undefined ? '' : `${strength.toFixed(1).replace('-', '−')} dBm`;
  if (isUp) return told || 'up';
  return told === '' ? 'down' : `down, ${told}`;
}
