/** The Status message of ros2_def: a node says that its callback is over, and what it has not sent. */
import { type MessageType, TypeRegistry } from '../interfaces/index.js';

const types = new TypeRegistry({ amentPrefixPath: '' });
export const STATUS_TYPE = 'orchestrator_interfaces/msg/Status';
let type: MessageType | undefined;

export interface StatusMessage {
  /** Name of the node, without leading slashes. */
  readonly node: string;
  /** Topics by their names in the system. */
  readonly omitted: readonly string[];
}

/** The content of a message; undefined when it is malformed. */
export function statusOf(payload: Uint8Array): StatusMessage | undefined {
  type ??= types.message(STATUS_TYPE);
  try {
    const { node_name: node, omitted_outputs: omitted } = type.decode(payload);
    return {
      node: String(node).replace(/^\/+/, ''),
      omitted: (omitted as readonly string[]).map((topic) => `/${topic.replace(/^\/+/, '')}`),
    };
  } catch {
    return undefined;
  }
}
