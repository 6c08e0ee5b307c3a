import type { Node } from '../client/index.js';
import {
  createOwnNode,
  LifecycleClient,
  type LifecycleTransition,
  type TransitionResult,
} from './lifecycle_client.js';

/** Seconds of virtual time that a transition may take before it is reported. */
const TRANSITION_TIMEOUT = 5;
/** Seconds without an answer after which a node counts as lost. */
const BOND_TIMEOUT = 4;
/** How often each node is checked within that time. */
const LOOKS_PER_TIMEOUT = 4;

const TRIGGER = 'std_srvs/srv/Trigger';

const WHY: Readonly<Record<Exclude<TransitionResult, 'done'>, string>> = {
  refused: 'was refused',
  'no answer': 'has not returned',
};

/**
 * The lifecycle manager of a stack of managed nodes, with parameters as Nav2's:
 *
 * - `node_names`: the nodes, in bring-up order;
 * - `autostart`: whether to bring them up at once (default false: call `~/startup`);
 * - `bond_timeout`: seconds without an answer after which a node counts as lost (default 4; 0: no
 *   supervision). All others are then shut down, in reverse order;
 * - `service_timeout`: seconds after which a transition that has not returned is reported
 *   (default 5).
 *
 * Nav2's bonds are heartbeats sent by the nodes; nodes of the client library send none, so the manager polls the
 * state of each. Services (std_srvs/srv/Trigger): `~/startup`, `~/shutdown`, `~/is_active`. All times are virtual.
 */
class LifecycleManager {
  readonly #node: Node;
  readonly #clients: readonly LifecycleClient[];
  readonly #bondTimeout: number;
  readonly #transitionTimeout: number;
  readonly #warn: (text: string) => void;
  #active = false;

  constructor(node: Node, warn: (text: string) => void) {
    this.#node = node;
    this.#warn = warn;
    this.#bondTimeout = Number(this.#parameter('bond_timeout') ?? BOND_TIMEOUT);
    this.#transitionTimeout = Number(this.#parameter('service_timeout') ?? TRANSITION_TIMEOUT);
    const names = this.#parameter('node_names');
    this.#clients = (Array.isArray(names) ? names : []).map(
      (name) => new LifecycleClient(node, this.#absolute(String(name))),
    );
    this.#offer('startup', () => this.startup());
    this.#offer('shutdown', () => this.shutdown());
    this.#offer('is_active', () => this.#active);
    if (this.#bondTimeout > 0) this.#supervise();
    if (this.#parameter('autostart') === true) {
      // Runs once everything that starts together with the manager exists.
      const timer = node.createTimer(0n, () => {
        timer.cancel();
        return this.startup();
      });
    }
  }

  /** Configures all nodes in order, then activates them in order; gives up at the first failure. */
  async startup(): Promise<boolean> {
    for (const transition of ['configure', 'activate'] as const) {
      for (const client of this.#clients) {
        if (!(await this.#change(client, transition))) {
          this.#report('Failed to bring up all requested nodes; bring-up is aborted.');
          return false;
        }
      }
    }
    this.#active = true;
    this.#node.getLogger().info('Managed nodes are active');
    return true;
  }

  /** Deactivates, cleans up and shuts down all nodes, each step in reverse order. */
  async shutdown(): Promise<boolean> {
    return (await this.#bringDown(this.#clients)) && this.#bringDown(this.#clients, ['shutdown']);
  }

  async #bringDown(
    clients: readonly LifecycleClient[],
    transitions: readonly LifecycleTransition[] = ['deactivate', 'cleanup'],
  ): Promise<boolean> {
    this.#active = false;
    let done = true;
    for (const transition of transitions) {
      for (const client of [...clients].reverse()) {
        done = (await this.#change(client, transition)) && done;
      }
    }
    return done;
  }

  async #change(client: LifecycleClient, transition: LifecycleTransition): Promise<boolean> {
    const seconds = this.#transitionTimeout;
    const { target } = client;
    if (!(await client.available(seconds))) {
      this.#report(`${target} does not offer ${target}/change_state; it is not a lifecycle node.`);
      return false;
    }
    const result = await client.change(transition, seconds);
    if (result === 'done') return true;
    const time = result === 'no answer' ? ` for ${seconds} s` : '';
    this.#report(`The transition "${transition}" of ${target} ${WHY[result]}${time}.`);
    return false;
  }

  /** Checks every active node in turn; the loss of one shuts down the others. */
  #supervise(): void {
    const period = BigInt(Math.round((this.#bondTimeout / LOOKS_PER_TIMEOUT) * 1e9));
    this.#node.createTimer(period, () => {
      if (!this.#active) return;
      for (const client of this.#clients) void this.#look(client);
    });
  }

  async #look(client: LifecycleClient): Promise<void> {
    const state = await client.state(this.#bondTimeout);
    if (state === 'active' || !this.#active) return;
    this.#report(
      state === undefined
        ? `${client.target} has not answered for ${this.#bondTimeout} s: it is lost, and all other nodes are brought down.`
        : `${client.target} has left the active state (it is ${state}): all other nodes are brought down.`,
    );
    await this.#bringDown(this.#clients.filter((other) => other !== client));
  }

  #report(text: string): void {
    this.#node.getLogger().fatal(text);
    this.#warn(`${this.#node.getFullyQualifiedName()}: ${text}`);
  }

  #offer(name: string, act: () => boolean | Promise<boolean>): void {
    this.#node.createService(TRIGGER, `~/${name}`, async (_request, response) => {
      const success = await act();
      response.send({ success, message: '' });
    });
  }

  #parameter(name: string): unknown {
    return this.#node.getParameter(name).value;
  }

  /** Names are resolved in the namespace of the manager. */
  #absolute(name: string): string {
    if (name.startsWith('/')) return name;
    const namespace = this.#node.namespace();
    return namespace === '/' ? `/${name}` : `${namespace}/${name}`;
  }
}

/**
 * Starts a lifecycle manager in the program that is being started.
 *
 * @param args - the program's arguments
 * @param warn - takes the warnings for the result of the run
 */
export async function startLifecycleManager(
  args: readonly string[],
  warn: (text: string) => void,
): Promise<void> {
  new LifecycleManager(await createOwnNode('lifecycle_manager', args), warn);
}
