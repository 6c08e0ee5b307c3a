import type { RunInfo } from '../../model/engine_protocol.js';
import type { ColumnArrays } from '../../model/run_columns.js';
import type { Selection, TimelinePicture } from './timeline_picture.js';

const LONGEST_CHAIN = 40;
/** The most effects that are shown, and the most callbacks that are searched for them. */
const MOST_EFFECTS = 40;
const SEARCHED = 400_000;

/** Arrows from the causes of a callback, back to the first one, and on to what it caused. */
export function causesOf(runs: readonly RunInfo[], { run, number }: Selection) {
  const { columns } = runs[run]!;
  const arrows: { from: Selection; to: Selection }[] = [];
  let to = number;
  while (arrows.length < LONGEST_CHAIN) {
    const from = columns.cause[to - 1] ?? 0;
    if (from === 0 || from >= to) break;
    arrows.push({ from: { run, number: from }, to: { run, number: to } });
    to = from;
  }
  for (const effect of effectsOf(runs[run]!, number)) {
    arrows.push({ from: { run, number }, to: { run, number: effect } });
  }
  return arrows;
}

/** The last search in each run, since the page needs it several times per frame. */
const lastEffects = new WeakMap<ColumnArrays, { number: number; effects: readonly number[] }>();

/** The callbacks that this one caused directly. */
export function effectsOf({ columns, callbacks }: RunInfo, number: number): readonly number[] {
  const last = lastEffects.get(columns);
  if (last?.number === number) return last.effects;
  const effects: number[] = [];
  const end = Math.min(callbacks, number + SEARCHED);
  const { cause, entity } = columns;
  for (let at = number; at < end && effects.length < MOST_EFFECTS; at++) {
    if (cause[at] === number && entity[at] !== 0) effects.push(at + 1);
  }
  lastEffects.set(columns, { number, effects });
  return effects;
}

/** The callback to which an arrow key leads from the selected one; undefined for another key, or if there is none. */
export function followed(picture: TimelinePicture, key: string): Selection | undefined {
  if (!key.startsWith('Arrow')) return undefined;
  const { selected, rows, runs, from } = picture;
  if (selected === undefined) {
    const row = rows.find(({ kind, track }) => kind === 'node' && track.rows.length > 0);
    if (row === undefined) return undefined;
    const place = Math.min(row.track.firstFrom(from), row.track.rows.length - 1);
    return { run: row.run, number: row.track.rows[place]! + 1 };
  }
  const { run, number } = selected;
  const info = runs[run]!;
  if (key === 'ArrowUp') {
    const cause = info.columns.cause[number - 1]!;
    return cause === 0 ? selected : { run, number: cause };
  }
  if (key === 'ArrowDown') return { run, number: effectsOf(info, number)[0] ?? number };
  const node = info.entities[info.columns.entity[number - 1]! - 1]?.node;
  const row = rows.find((each) => each.run === run && each.kind === 'node' && each.title === node);
  if (row === undefined) return selected;
  const { track } = row;
  const at = track.placeOf(number - 1) + (key === 'ArrowRight' ? 1 : -1);
  return { run, number: (track.rows[at] ?? number - 1) + 1 };
}
