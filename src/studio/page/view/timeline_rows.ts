import type { RunEvent, RunInfo } from '../../model/engine_protocol.js';
import { Track } from '../../model/track.js';
import { byName } from './by_name.js';

/** A row of the timeline. */
export interface TimelineRow {
  readonly run: number;
  /** `run`: what concerns no particular node. */
  readonly kind: 'run' | 'thread' | 'node';
  readonly title: string;
  readonly track: Track;
  /** Callbacks before which inputs were overwritten. */
  readonly lost: Track;
  /** Callbacks whose input came later after the previous one than its deadline allows. */
  readonly late: Track;
  readonly events: readonly RunEvent[];
}

/** The rows of one run: one for each thread of an executor, then one for each node. */
export function rowsOf(info: RunInfo, run: number): TimelineRow[] {
  const { columns, entities, callbacks, events } = info;
  const groups = new Map<string, { kind: 'thread' | 'node'; title: string; rows: Places }>();
  const groupOf = (kind: 'thread' | 'node', title: string): Places => {
    const key = `${kind} ${title}`;
    let group = groups.get(key);
    if (group === undefined) {
      group = { kind, title, rows: new Places() };
      groups.set(key, group);
    }
    return group.rows;
  };
  const nodes = entities.map(({ node }) => groupOf('node', node));
  const threads = new Map<number, Places>();
  for (let at = 0; at < callbacks; at++) {
    const entity = columns.entity[at]! - 1;
    if (entity < 0) continue;
    nodes[entity]!.add(at);
    const thread = columns.thread[at]!;
    const key = entity * 256 + thread;
    let rows = threads.get(key);
    if (rows === undefined) {
      rows = groupOf('thread', `${entities[entity]!.executor} · thread ${thread}`);
      threads.set(key, rows);
    }
    rows.add(at);
  }
  const named = new Set(entities.map(({ node }) => node));
  const rest = events.filter(({ node }) => !named.has(node));
  const none = new Track(columns, new Uint32Array());
  const ofRun: TimelineRow[] =
    rest.length === 0
      ? []
      : [{ run, kind: 'run', title: 'run', track: none, lost: none, late: none, events: rest }];
  const others = [...groups.values()]
    .filter(({ kind, rows }) => kind === 'node' || rows.count > 0)
    .map(({ kind, title, rows }): TimelineRow => {
      const places = rows.places();
      return {
        run,
        kind,
        title,
        track: new Track(columns, places),
        lost: new Track(
          columns,
          places.filter((at) => columns.overwritten[at]! > 0),
        ),
        late: new Track(columns, kind === 'node' ? lateAmong(info, places) : new Uint32Array()),
        events: kind === 'node' ? events.filter(({ node }) => node === title) : [],
      };
    })
    .sort((a, b) => order(a) - order(b) || byName(a.title, b.title));
  return [...ofRun, ...others];
}

/** Finds messages that came later after the previous one than the deadline of the subscription's QoS. */
function lateAmong({ columns, entities }: RunInfo, places: Uint32Array): Uint32Array {
  const before = new Map<number, number>();
  return places.filter((at) => {
    const entity = columns.entity[at]!;
    const deadline = entities[entity - 1]!.deadline;
    if (deadline === null) return false;
    const arrived = columns.start[at]! - columns.waited[at]!;
    const last = before.get(entity);
    before.set(entity, arrived);
    return last !== undefined && arrived - last > deadline;
  });
}

function order({ kind }: Pick<TimelineRow, 'kind'>): number {
  return kind === 'thread' ? 0 : 1;
}

/** A list of numbers that grows without allocating objects. */
class Places {
  count = 0;
  #memory = new Uint32Array(64);

  add(place: number): void {
    if (this.count === this.#memory.length) {
      const larger = new Uint32Array(this.count * 2);
      larger.set(this.#memory);
      this.#memory = larger;
    }
    this.#memory[this.count++] = place;
  }

  places(): Uint32Array {
    return this.#memory.slice(0, this.count);
  }
}
