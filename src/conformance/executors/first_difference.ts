import type { RecordedEvent } from './executor_vector.js';
import type { StartedCallback } from './run_workload.js';

/** Starts are compared in slots of this many ms. */
const SLOT = 50;
/**
 * Real runs lag by up to this many ms, which can move a start beyond the end of its slot.
 */
const LAG = 60;
/** Events that start this late were cut from the recordings. */
const CUT = 100;

/**
 * The first difference between a recorded order and ours; undefined if the order is equal and every start is in the
 * recorded slot.
 * @param sorted - whether to sort the events of one slot by name, as for several threads
 * @param end - end of the workload, in ms
 */
export function firstDifference(
  recorded: readonly RecordedEvent[],
  ours: readonly StartedCallback[],
  sorted: boolean,
  end: number,
): string | undefined {
  const actual = sorted ? sortSlots(ours) : ours;
  for (const [index, [name, number, earliest, latest]] of recorded.entries()) {
    const other = actual[index];
    if (other === undefined) return `${name} ${number} at ${earliest} ms did not run`;
    const text = `callback ${index + 1} is ${other.name} ${other.number} at ${other.start} ms`;
    if (other.name !== name || other.number !== number) {
      return `${text}, recorded ${name} ${number} at ${earliest} ms`;
    }
    const sameSlot = slot(other.start) >= slot(earliest) && slot(other.start) <= slot(latest);
    const lagging = other.start <= latest && other.start >= earliest - LAG;
    if (!sameSlot && !lagging) return `${text}, recorded from ${earliest} to ${latest} ms`;
  }
  const surplus = actual[recorded.length];
  if (surplus === undefined || surplus.start >= end - CUT - LAG) return undefined;
  return `${surplus.name} ${surplus.number} at ${surplus.start} ms was not recorded`;
}

function slot(time: number): number {
  return Math.floor(time / SLOT);
}

function sortSlots(events: readonly StartedCallback[]): StartedCallback[] {
  return [...events].sort(
    (a, b) =>
      slot(a.start) - slot(b.start) ||
      (a.name < b.name ? -1 : a.name > b.name ? 1 : a.number - b.number),
  );
}
