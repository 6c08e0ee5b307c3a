import type { RunInfo } from '../../model/engine_protocol.js';
import type { Palette } from './palette.js';
import type { TimelineRow } from './timeline_rows.js';

export const ROW_HEIGHT = 24;
export const AXIS_HEIGHT = 26;
export const TITLE_WIDTH = 210;
/** A callback of one of the runs. */
export interface Selection {
  readonly run: number;
  readonly number: number;
}

/** Everything that a picture of the timeline depends on. */
export interface TimelinePicture {
  readonly runs: readonly RunInfo[];
  readonly rows: readonly TimelineRow[];
  readonly palette: Palette;
  readonly from: number;
  readonly to: number;
  readonly scroll: number;
  readonly width: number;
  readonly height: number;
  readonly selected: Selection | undefined;
  /** Pairs of callbacks to connect: the causes of the selected one, itself, and what it caused. */
  readonly chain: readonly { readonly from: Selection; readonly to: Selection }[];
  /** The time of the first difference between the runs. */
  readonly parting: number | undefined;
  /** For each run, the times of answers to a question. */
  readonly answers: readonly (readonly number[])[];
  readonly cursor: number | undefined;
  /** Only entities whose names contain this text are bright. */
  readonly search: string;
  readonly colours: Colours;
}

export interface Colours {
  readonly paper: string;
  readonly ink: string;
  readonly faint: string;
  readonly line: string;
  readonly accent: string;
  readonly alarm: string;
  readonly warning: string;
}

/** When the longest of the runs ended. */
export function endOf({ runs }: Pick<TimelinePicture, 'runs'>): number {
  return Math.max(...runs.map((run) => run.end));
}

export function topOf(row: number, scroll: number): number {
  return AXIS_HEIGHT + row * ROW_HEIGHT - scroll;
}

export function xOf(picture: Pick<TimelinePicture, 'from' | 'to' | 'width'>, time: number): number {
  const { from, to, width } = picture;
  return TITLE_WIDTH + ((time - from) / (to - from)) * (width - TITLE_WIDTH);
}
