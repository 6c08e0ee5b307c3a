import { Context, init, Node } from '../client/index.js';

/** Numbers of the transitions that clients may request (lifecycle_msgs/msg/Transition). */
const TRANSITIONS = {
  configure: 1,
  cleanup: 2,
  activate: 3,
  deactivate: 4,
} as const;

/** The state from which each transition starts; shutdown has one number per state. */
const SHUTDOWN: Readonly<Record<string, number>> = { unconfigured: 5, inactive: 6, active: 7 };

export type LifecycleTransition = keyof typeof TRANSITIONS | 'shutdown';

/** The result of a request to a lifecycle node. */
export type TransitionResult = 'done' | 'refused' | 'no answer';

type ServiceClient = ReturnType<Node['createClient']>;

/** A node of a built-in program, in the program that is being started. */
export async function createOwnNode(name: string, args: readonly string[] = []): Promise<Node> {
  const context = Context.defaultContext();
  if (context.isUninitialized()) await init(context, [...args]);
  const options = { automaticallyDeclareParametersFromOverrides: true };
  const node = new Node(name, '', context, options);
  node.spin();
  return node;
}

/** Queries the state of one lifecycle node and requests its transitions through its services. */
export class LifecycleClient {
  readonly target: string;
  readonly #change: ServiceClient;
  readonly #state: ServiceClient;

  /** @param target - full name of the lifecycle node */
  constructor(node: Node, target: string) {
    this.target = target;
    this.#change = node.createClient('lifecycle_msgs/srv/ChangeState', `${target}/change_state`);
    this.#state = node.createClient('lifecycle_msgs/srv/GetState', `${target}/get_state`);
  }

  /** Waits for the node's services, at most `seconds` of virtual time. */
  available(seconds: number): Promise<boolean> {
    return this.#change.waitForService(seconds * 1000);
  }

  /** The label of the node's state; undefined if the node does not answer in time. */
  async state(seconds: number): Promise<string | undefined> {
    try {
      const response = await this.#state.sendRequestAsync({}, { timeout: seconds * 1000 });
      return (response as { current_state: { label: string } }).current_state.label;
    } catch {
      return undefined;
    }
  }

  /** Requests a transition and waits for its end. */
  async change(transition: LifecycleTransition, seconds: number): Promise<TransitionResult> {
    let id: number | undefined;
    if (transition === 'shutdown') id = SHUTDOWN[(await this.state(seconds)) ?? ''];
    else id = TRANSITIONS[transition];
    if (id === undefined) return 'no answer';
    try {
      const request = { transition: { id, label: '' } };
      const response = await this.#change.sendRequestAsync(request, { timeout: seconds * 1000 });
      return (response as { success: boolean }).success ? 'done' : 'refused';
    } catch {
      return 'no answer';
    }
  }
}
