import type { Span } from './span.js';
import type { Selection } from './timeline_picture.js';

/** What a link to a place in the studio contains. */
export interface Place {
  readonly panel?: string;
  readonly span?: Span;
  readonly selected?: Selection;
  readonly cursor?: number;
}

export function placeOf(hash: string): Place {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const numbers = (name: string) => (words.get(name) ?? '').split('~').map(Number);
  const place: { -readonly [K in keyof Place]: Place[K] } = {};
  const panel = words.get('panel');
  if (panel !== null) place.panel = panel;
  const [from = Number.NaN, to = Number.NaN] = numbers('span');
  if (to > from) place.span = { from, to };
  const [run = Number.NaN, number = Number.NaN] = numbers('callback');
  if (number >= 1) place.selected = { run, number };
  const [cursor = 0] = numbers('at');
  if (words.has('at') && Number.isFinite(cursor)) place.cursor = cursor;
  return place;
}

export function hashOf({ panel, span, selected, cursor }: Place): string {
  const words = new URLSearchParams();
  if (panel !== undefined) words.set('panel', panel);
  if (span !== undefined) words.set('span', `${Math.round(span.from)}~${Math.round(span.to)}`);
  if (selected !== undefined) words.set('callback', `${selected.run}~${selected.number}`);
  if (cursor !== undefined) words.set('at', String(Math.round(cursor)));
  return `#${words}`;
}
