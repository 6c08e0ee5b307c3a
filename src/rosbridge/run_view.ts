import type { LiveNode } from '../dds/index.js';
import type { Pace, RunCommand, RunEndpoint } from './thread_messages.js';

/** The newest message of each latched publisher, by id. */
type Latched = Map<number, Uint8Array>;

/** What a run has, as far as clients may see it. */
export class RunView {
  readonly endpoints = new Map<number, RunEndpoint>();
  nodes: readonly LiveNode[] = [];
  pace: Pace;
  readonly #latched: Latched = new Map();

  /** @param start - when the run begins, ns since the epoch */
  constructor(start: bigint) {
    this.pace = { start, time: start, isPaused: false, rate: 1, hasSought: false };
  }

  note(command: RunCommand): void {
    switch (command.kind) {
      case 'endpoint':
        this.endpoints.set(command.endpoint.id, command.endpoint);
        break;
      case 'removed':
        this.endpoints.delete(command.id);
        this.#latched.delete(command.id);
        break;
      case 'pace':
        this.pace = command.pace;
        break;
      case 'nodes':
        this.nodes = command.nodes;
        break;
      case 'write':
        this.pace = { ...this.pace, time: command.time };
        if (this.endpoints.get(command.id)?.isLatched) {
          this.#latched.set(command.id, command.payload);
        }
    }
  }

  all(kind: RunEndpoint['kind'], name?: string): RunEndpoint[] {
    return [...this.endpoints.values()].filter(
      (each) => each.kind === kind && (name === undefined || each.name === name),
    );
  }

  server(name: string): RunEndpoint | undefined {
    return this.all('server', name)[0];
  }

  topicType(name: string): string | undefined {
    return (this.all('writer', name)[0] ?? this.all('reader', name)[0])?.type;
  }

  /** The messages that a late subscriber gets. */
  latched(topic: string): Uint8Array[] {
    return this.all('writer', topic)
      .map(({ id }) => this.#latched.get(id))
      .filter((each) => each !== undefined);
  }

  /** The full names of the nodes that have one of these. */
  owners(endpoints: readonly RunEndpoint[]): string[] {
    const ids = new Set(endpoints.map(({ id }) => id));
    return this.nodes.filter((node) => node.endpoints.some((id) => ids.has(id))).map(fullName);
  }
}

export function fullName({ namespace, name }: Pick<LiveNode, 'namespace' | 'name'>): string {
  return `${namespace === '/' ? '' : namespace}/${name}`;
}
