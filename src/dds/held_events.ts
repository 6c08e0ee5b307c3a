/** What the program will be told about the network when it has caught up: only the newest event about each thing. */
import type { LiveNews } from './live_news.js';
import type { LiveEvent } from './live_protocol.js';

/**
 * Bounded by what exists: the program need not know of participants and endpoints that came and went while it was
 * behind.
 */
export class HeldEvents {
  /** Events by their subject, in the order of the latest change. */
  readonly #held = new Map<string, LiveEvent>();
  /** Participants and endpoints that the program knows. */
  readonly #known = new Set<string>();

  get size(): number {
    return this.#held.size;
  }

  /** Records that the program has been told of an event. */
  told(event: LiveEvent): void {
    if (event.kind !== 'news') return;
    const { news } = event;
    if (isEnd(news)) this.#known.delete(subjectOf(news));
    else if (news.what !== 'nodes') this.#known.add(subjectOf(news));
  }

  /** Holds an event back, replacing an earlier one; false if this event must not be held back. */
  hold(event: LiveEvent): boolean {
    const subject = event.kind === 'news' ? subjectOf(event.news) : statusSubject(event);
    if (subject === undefined) return false;
    const before = this.#held.get(subject);
    this.#held.delete(subject);
    const isUnknown = event.kind === 'news' && isEnd(event.news) && !this.#known.has(subject);
    if (!isUnknown) this.#held.set(subject, sum(before, event));
    return true;
  }

  /** Returns all held events and forgets them. */
  takeAll(): LiveEvent[] {
    const all = [...this.#held.values()];
    this.#held.clear();
    return all;
  }
}

function isEnd({ what }: LiveNews): boolean {
  return what === 'peer gone' || what === 'endpoint gone';
}

function subjectOf(news: LiveNews): string {
  switch (news.what) {
    case 'peer':
      return news.peer.prefix;
    case 'peer gone':
      return news.prefix;
    case 'endpoint':
      return news.endpoint.guid;
    case 'endpoint gone':
      return news.guid;
    case 'nodes':
      return 'nodes';
  }
}

function statusSubject(event: LiveEvent): string | undefined {
  switch (event.kind) {
    case 'matched':
    case 'ready':
    case 'lost':
    case 'refused':
      return `${event.kind} ${event.id}`;
    case 'incompatible':
      return `${event.kind} ${event.id} ${event.policy}`;
    default:
      return undefined;
  }
}

/** Counts of what was lost or refused add up. */
function sum(before: LiveEvent | undefined, event: LiveEvent): LiveEvent {
  if (event.kind !== 'lost' && event.kind !== 'refused') return event;
  if (before?.kind !== 'lost' && before?.kind !== 'refused') return event;
  return { ...event, count: before.count + event.count };
}
