/** A program that somebody has started by hand: it is watched, and continues when the run is over. */
import { readFileSync } from 'node:fs';
import type { Peer } from '../dds/index.js';
import type { OrderedProgram } from './child_program.js';
import type { ProcessEnd } from './thread_protocol.js';

/** How often to check whether it still listens; ms. */
const LOOK_MS = 100;

export class AttachedProgram implements OrderedProgram {
  readonly pid = undefined;
  end: ProcessEnd | undefined;
  readonly #changed: () => void;
  #watch: NodeJS.Timeout | undefined;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Handles news of its participant, the only one that is heard. */
  heard({ data }: Peer, change: 'found' | 'changed' | 'left' | 'expired'): void {
    if (change === 'left') this.#left('it has left its domain');
    else if (change === 'expired') this.#left('it is no longer heard from');
    else if (this.#watch === undefined) this.#follow(data.userTraffic.map(({ port }) => port));
  }

  /**
   * A killed process cannot announce its end, and its lease may be long. But the system closes its sockets. The process
   * id is unknown, and would be a different one in a container.
   */
  #follow(ports: readonly number[]): void {
    if (!isBound(ports)) return;
    this.#watch = setInterval(() => {
      if (isBound(ports)) return;
      this.#left('its process has ended without leaving its domain');
      this.#changed();
    }, LOOK_MS).unref();
  }

  #left(failure: string): void {
    clearInterval(this.#watch);
    this.end ??= { code: undefined, signal: undefined, failure };
  }

  signal(): void {}

  async stop(): Promise<void> {
    clearInterval(this.#watch);
  }
}

/** Whether a socket of this machine has one of these ports; true if this cannot be determined. */
function isBound(ports: readonly number[]): boolean {
  let table: string;
  try {
    table = readFileSync('/proc/net/udp', 'utf8');
  } catch {
    return true;
  }
  const bound = [...table.matchAll(/^ *\d+: [0-9A-F]{8}:([0-9A-F]{4}) /gm)];
  return bound.some(([, port = '']) => ports.includes(Number.parseInt(port, 16)));
}
