/** An endpoint of a process, as the socket thread knows it. */
import type {
  Guid,
  Qos,
  Reader,
  RequestId,
  RosTopicKind,
  ServiceClient,
  ServiceServer,
  Writer,
} from '../dds/index.js';
import type { DeclaredEndpoint, EndpointRole } from './thread_protocol.js';

const FOREVER = Number.POSITIVE_INFINITY;
const KEEP_ALL = { kind: 'keep_all', depth: -1 } as const;

/** One endpoint of the process and its counterpart in Orrery. */
export interface Mirrored {
  readonly handle: number;
  readonly guid: Guid;
  readonly role: EndpointRole;
  readonly name: string;
  readonly type: string;
  readonly qos: Qos;
  writer?: Writer | undefined;
  reader?: Reader | undefined;
  client?: ServiceClient | undefined;
  server?: ServiceServer | undefined;
  /** For a client of the process: its unanswered requests. */
  readonly requests: Map<number, RequestId>;
  isDeclared: boolean;
  /** For a publisher: the number of the first message that was heard. */
  first?: number;
}

/** What a writer offers to subscriptions: everything that they request, reliably. */
export function forReaders(qos: Qos): Qos {
  return { ...qos, reliability: 'reliable', history: KEEP_ALL };
}

/** What a reader requests of publishers: no more than they offer. */
export function forWriters(qos: Qos): Qos {
  return {
    ...qos,
    history: KEEP_ALL,
    deadline: FOREVER,
    latencyBudget: FOREVER,
    liveliness: 'automatic',
    livelinessLease: FOREVER,
  };
}

export function roleOf(kind: RosTopicKind, isWriter: boolean): EndpointRole | undefined {
  if (kind === 'topic') return isWriter ? 'publisher' : 'subscription';
  // The reading endpoint of a server or client represents both of its endpoints.
  if (isWriter) return undefined;
  return kind === 'request' ? 'server' : 'client';
}

/** Sort key of an endpoint, which depends on its properties, not on when it was discovered. */
export function orderOf({ node, role, name, type, handle }: DeclaredEndpoint): string {
  const { namespace, name: own } = node ?? { namespace: '', name: '' };
  return [namespace, own, role, name, type, String(handle).padStart(6, '0')].join('\0');
}
