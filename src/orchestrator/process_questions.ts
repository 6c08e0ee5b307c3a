/** What the nodes of a process are asked, to know how far the process is. */
import type { Awaited } from './awaited.js';
import type { Mirrored } from './mirrored.js';
import type { MirroredEndpoints } from './mirrored_endpoints.js';
import { clockMessage, parameterServiceOf, READ_BACK, readBackOf } from './parameter_service.js';

/** A clock that a node has not seen after so many readings is written again. */
const READINGS = 8;
/** The event that tells the clock left before the response to the reading, by another way; ms. */
const EVENT_MS = 60;

export class ProcessQuestions {
  /** Without an answer, as `handle call`. */
  readonly #open = new Set<string>();
  /** What nodes have said that their clocks read. */
  readonly #clocks = new Map<string, bigint>();
  #time: bigint | undefined;

  constructor(
    readonly mirror: MirroredEndpoints,
    readonly awaited: Awaited,
    readonly isOver: () => boolean,
  ) {}

  get isOpen(): boolean {
    return this.#open.size > 0;
  }

  /** The servers of the nodes for parameters. */
  doors(which: 'get' | 'set'): { readonly node: string; readonly server: Mirrored }[] {
    return [...this.mirror.all.values()].flatMap((server) => {
      if (server.role !== 'server' || server.client === undefined) return [];
      const found = parameterServiceOf(server.name, server.type);
      return found?.which === which ? [{ node: found.node, server }] : [];
    });
  }

  ask({ handle, client }: Mirrored, question: Uint8Array): void {
    const { driver } = this.mirror;
    const call = client?.call(question.slice(), driver.now());
    this.#open.add(`${handle} ${call}`);
    driver.wake();
  }

  answered({ handle }: Mirrored, call: number): void {
    this.#open.delete(`${handle} ${call}`);
  }

  /** Whether an event tells only what was asked for here; nobody else is to see it. */
  isReadBack(event: Uint8Array): boolean {
    const said = readBackOf(event);
    if (said !== undefined) this.#clocks.set(said.node, said.time);
    return said !== undefined;
  }

  /** Sets the clock of the process, and waits until each node has seen it. */
  async setClock(time: bigint, patienceMs: number): Promise<boolean> {
    const { clock, driver } = this.mirror;
    if (clock === undefined || this.#time === time) return true;
    this.#time = time;
    const write = () => {
      clock.write(clockMessage(time), driver.now());
      driver.wake();
    };
    write();
    // Within a callback nobody can be asked; the clock is on its way all the same.
    if (this.isOpen) return true;
    const end = performance.now() + patienceMs;
    for (const { node, server } of this.doors('set')) {
      for (let readings = 1; ; readings++) {
        this.#clocks.delete(node);
        this.ask(server, READ_BACK);
        const isDone = () => !this.isOpen || this.isOver();
        const isAnswered = await this.awaited.until(isDone, end - performance.now());
        await this.awaited.until(() => this.#clocks.has(node) || this.isOver(), EVENT_MS);
        if (!isAnswered || this.isOver()) return false;
        const read = this.#clocks.get(node);
        if (read === undefined || read >= time) break;
        if (readings % READINGS === 0) write();
      }
    }
    return true;
  }
}
