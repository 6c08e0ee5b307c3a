import type { Graph } from '../graph/index.js';
import {
  describeErrors,
  describeIncompatibility,
  type IncompatibilityReport,
  type RunError,
  type RunOutcome,
  reportIncompatibility,
} from '../record/index.js';

/** What a run reports at its end besides its results. */
export class RunNotes {
  readonly errors: RunError[] = [];
  readonly warnings: string[] = [];
  readonly incompatible: IncompatibilityReport[] = [];
  /** The places of the agents of its network. */
  agents: RunOutcome['agents'];

  readonly #reported = new WeakSet<object>();

  constructor(graph: Graph) {
    graph.listeners.add('note', {
      incompatible: (pair) => {
        this.incompatible.push(reportIncompatibility(pair));
        this.warn(describeIncompatibility(pair));
      },
      mistyped: (client, server) => {
        const [serving, calling] = [server.node.fullName, client.node.fullName];
        this.warn(
          `${client.name}: ${serving} serves ${server.type.name} but ${calling} calls ${client.type.name}; no request will pass.`,
        );
      },
      warned: (text) => {
        this.warn(text);
        return true;
      },
    });
  }

  /** Takes an error that does not end the run; if the same error ends the run after all, it counts once. */
  readonly report = (error: unknown): void => {
    if (error instanceof Error) {
      if (this.#reported.has(error)) return;
      this.#reported.add(error);
    }
    this.errors.push(...describeErrors(error));
  };

  readonly warn = (text: string): void => {
    this.warnings.push(text);
  };
}
