import type { BufferAction, CallbackAction } from './action.js';
import { ActionLine } from './action_line.js';

/** The lines of a system: one for each node, each topic and each service. */
export class ActionLines {
  readonly #lines = new Map<string, ActionLine>();

  /** A new callback queues behind all earlier ones at its node, on its topics, at its services. */
  join(action: CallbackAction): void {
    const held = linesOf(action).map((name) => this.#line(name));
    const topics = [...new Set(action.callback.outputs)].map((name) => this.#line(topicLine(name)));
    for (const line of [...held, ...topics]) if (line.wait(action)) action.blockers++;
    for (const line of held) line.hold(action);
  }

  /** Later publishers on its topic wait until the message has arrived. */
  expect(buffer: BufferAction): void {
    this.#line(topicLine(buffer.topic)).hold(buffer);
  }

  /** After a message has arrived or a callback is over: the callbacks that no longer wait behind any other. */
  *left(action: BufferAction | CallbackAction): Generator<CallbackAction> {
    const names = 'topic' in action ? [topicLine(action.topic)] : linesOf(action);
    for (const name of names) {
      for (const released of this.#line(name).released()) {
        released.blockers--;
        if (released.blockers === 0) yield released;
      }
    }
  }

  #line(name: string): ActionLine {
    const known = this.#lines.get(name);
    if (known !== undefined) return known;
    const line = new ActionLine();
    this.#lines.set(name, line);
    return line;
  }
}

function linesOf({ node, callback }: CallbackAction): string[] {
  const services = new Set([...callback.serviceCalls, ...node.services]);
  return [`node ${node.name}`, ...[...services].map((service) => `service ${service}`)];
}

function topicLine(name: string): string {
  return `topic ${name}`;
}
