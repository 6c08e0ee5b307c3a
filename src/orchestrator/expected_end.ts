/** What a process still has to send before the callbacks that one release has started are over. */
import type { StatusMessage } from './status_message.js';
import type { CallbackEnd, DeclaredEnd, Means } from './thread_protocol.js';

export class ExpectedEnd {
  readonly #outputs: string[];
  readonly #statuses: string[];

  constructor({ outputs, statuses }: DeclaredEnd) {
    this.#outputs = [...outputs];
    this.#statuses = [...statuses];
  }

  get isReached(): boolean {
    return this.#outputs.length === 0 && this.#statuses.length === 0;
  }

  sent(topic: string): void {
    remove(this.#outputs, topic);
  }

  said({ node, omitted }: StatusMessage): void {
    // A node in a namespace may give its name alone.
    const own = (name: string) => name === node || name.endsWith(`/${node}`);
    remove(this.#statuses, this.#statuses.find(own));
    for (const topic of omitted) remove(this.#outputs, topic);
  }

  /** What it still has to do; undefined if nothing. */
  get missing(): string | undefined {
    const statuses = this.#statuses.map((node) => `a Status message of ${node}`);
    const all = [...this.#outputs.map((topic) => `a message on ${topic}`), ...statuses];
    return all.length === 0 ? undefined : `send ${all.join(' and ')}`;
  }
}

function remove(list: string[], item: string | undefined): void {
  const at = item === undefined ? -1 : list.indexOf(item);
  if (at >= 0) list.splice(at, 1);
}

/** The means by which the end of callbacks is followed, for a process with or without parameter services. */
export function meansOf({ wanted, declared }: CallbackEnd, hasServices: boolean): Means {
  if (wanted === 'quiet') return 'quiet';
  if (declared !== undefined && (wanted === 'declared' || !hasServices)) return declared.means;
  return hasServices ? 'barrier' : 'quiet';
}
