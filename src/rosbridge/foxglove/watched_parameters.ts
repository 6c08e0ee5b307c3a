import type { Bridge } from '../bridge.js';
import { text, type Words } from '../client_words.js';
import { MAX_WATCHED } from '../limits.js';
import {
  type ClientParameter,
  changedNames,
  readParameters,
  writeParameters,
} from '../node_parameters.js';

/** How to reach a client. */
interface Ear {
  say(words: object): void;
  refuse(problem: string): void;
}

/** The parameters that one client reads, sets and watches. */
export class WatchedParameters {
  readonly #watched = new Set<string>();
  #events: (() => void) | undefined;

  constructor(
    readonly bridge: Bridge,
    readonly ear: Ear,
  ) {}

  /** @param names - none: all */
  async send(names: readonly string[], id: unknown): Promise<void> {
    const parameters = await readParameters(this.bridge, names);
    this.ear.say({ op: 'parameterValues', parameters, ...(typeof id === 'string' && { id }) });
  }

  async set(list: readonly Words[], id: unknown): Promise<void> {
    const parameters: ClientParameter[] = [];
    for (const words of list) {
      try {
        const { value, type } = words;
        const kind = typeof type === 'string' ? { type } : {};
        parameters.push({ name: text(words, 'name'), value, ...kind });
      } catch (error) {
        this.ear.refuse((error as Error).message);
      }
    }
    for (const problem of await writeParameters(this.bridge, parameters)) this.ear.refuse(problem);
    if (parameters.length === 0) return;
    await this.send(
      parameters.map(({ name }) => name),
      id,
    );
  }

  /** The run reports every change, whoever made it. */
  watch(names: readonly string[]): void {
    for (const name of names) {
      if (this.#watched.size < MAX_WATCHED) this.#watched.add(name);
    }
    const type = 'rcl_interfaces/msg/ParameterEvent';
    this.#events ??= this.bridge.subscribe('/parameter_events', type, ({ message }) => {
      const watched = changedNames(message).filter((name) => this.#watched.has(name));
      if (watched.length > 0) void this.send(watched, undefined);
    });
  }

  forget(names: readonly string[]): void {
    for (const name of names) this.#watched.delete(name);
  }

  close(): void {
    this.#events?.();
  }
}
