import {
  Client,
  ContentFilter,
  type Domain,
  LivelinessWatch,
  Publisher,
  Service,
  Subscription,
  Timer,
} from '../graph/index.js';
import type { Simulation } from '../simulation/index.js';
import { describeType } from './describe_type.js';
import { endpointNumber } from './endpoint_number.js';
import type { Frame } from './frame.js';
import type { GuestEntities } from './guest_entities.js';
import type { RoundMember } from './round_member.js';
import type { ChildProcesses, GuestHost } from './session_options.js';
import { describeQos } from './wire_qos.js';

/** The context from which a query is answered. */
interface Asked {
  readonly simulation: Simulation;
  readonly entities: GuestEntities;
  readonly executor: RoundMember;
  readonly frame: Frame;
  /** The words that follow the name of the function. */
  readonly words: readonly string[];
  readonly domain: Domain;
  readonly input: GuestHost['input'];
  readonly children: ChildProcesses | undefined;
  readonly share: GuestHost['share'];
  readonly shared: GuestHost['shared'];
}

type Answer = (asked: Asked) => unknown;

const byName = (a: { readonly name: string }, b: { readonly name: string }) =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0;

const QUERIES: Readonly<Record<string, Answer>> = {
  matched: ({ entities, frame }) => {
    const entity = entities.find(frame.subject);
    const isEndpoint = entity instanceof Publisher || entity instanceof Subscription;
    return isEndpoint ? entity.countMatched() : 0;
  },
  available: ({ entities, frame }) => {
    const entity = entities.find(frame.subject);
    return entity instanceof Client && entity.available;
  },
  client: ({ entities, frame }) => endpointNumber(entities.get(frame, frame.subject, Client)),
  timer: ({ entities, frame, simulation }) => {
    const timer = entities.find(frame.subject);
    if (!(timer instanceof Timer)) return null;
    const { nextCall, cancelled, period } = timer;
    const now = simulation.kernel.now;
    return { next: cancelled ? null : nextCall - now, period, cancelled };
  },
  assert_liveliness: ({ entities, frame }) => {
    LivelinessWatch.of(entities.get(frame, frame.subject, Publisher))?.assert();
    return null;
  },
  filter: ({ entities, frame, words }) =>
    setFilter(entities.get(frame, frame.subject, Subscription), words),
  start_process: ({ children, words: [action = ''] }) =>
    children === undefined ? 'nothing can start a process here' : children.start(action),
  process_events: ({ children }) => children?.takeEvents() ?? [],
  end_process: ({ children, words: [process = '', signal, group] }) => {
    children?.end(process, Number(signal), group === 'group');
    return null;
  },
  write_process: ({ children, words: [process = '', text = ''] }) => {
    children?.write(process, Buffer.from(text, 'base64'));
    return null;
  },
  shared: ({ shared, words: [what, name = ''] }) => {
    if (what === 'is_bound') return shared?.isBound(name) ?? false;
    if (what === 'bound') shared?.bound(name);
    else if (what === 'made') shared?.made(name);
    else if (what === 'changed') shared?.changed();
    else shared?.waits();
    return null;
  },
  // The guests before have been heard, or this would not be read.
  turn: ({ executor, words: [how] }) => {
    if (how === 'always') executor.inTurn = true;
    return null;
  },
  network: ({ shared, words: [what, which = '', text = ''] }) => {
    if (what === 'connect') return shared?.network.connect(which) ?? null;
    if (what === 'take') return shared?.network.take() ?? [];
    if (what === 'write') shared?.network.write(Number(which), Buffer.from(text, 'base64'));
    else shared?.network.end(Number(which), what === 'leave');
    return null;
  },
  memory: ({ share, words: [descriptor] }) => share?.(Number(descriptor)) ?? false,
  stdin: ({ input }) => input?.() ?? null,
  nodes: ({ domain }) => domain.nodes.map(({ name, namespace }) => [name, namespace]),
  topics: ({ domain }) =>
    domain.topics.map((topic) => [
      topic.name,
      typesOf([...topic.publishers, ...topic.subscriptions]),
    ]),
  services: ({ domain }) =>
    domain.services.map(({ name, servers, clients }) => [name, typesOf([...servers, ...clients])]),
  publishers_of_node: (asked) => ofNode(asked, Publisher),
  subscriptions_of_node: (asked) => ofNode(asked, Subscription),
  services_of_node: (asked) => ofNode(asked, Service),
  clients_of_node: (asked) => ofNode(asked, Client),
  count_publishers: ({ domain, words: [name = ''] }) =>
    domain.findTopic(name)?.publishers.length ?? 0,
  count_subscribers: ({ domain, words: [name = ''] }) =>
    domain.findTopic(name)?.subscriptions.length ?? 0,
  count_clients: ({ domain, words: [name = ''] }) => domain.findService(name)?.clients.length ?? 0,
  count_services: ({ domain, words: [name = ''] }) => domain.findService(name)?.servers.length ?? 0,
  publishers_info: ({ domain, words: [name = ''] }) =>
    (domain.findTopic(name)?.publishers ?? []).map(endpoint),
  subscriptions_info: ({ domain, words: [name = ''] }) =>
    (domain.findTopic(name)?.subscriptions ?? []).map(endpoint),
  clients_info: ({ domain, words: [name = ''] }) =>
    (domain.findService(name)?.clients ?? []).map(endpoint),
  servers_info: ({ domain, words: [name = ''] }) =>
    (domain.findService(name)?.servers ?? []).map(endpoint),
  type_hash: ({ simulation, words: [name = '', kind = 'msg'] }) => {
    const { types } = simulation;
    if (kind === 'msg') return types.message(name).hash;
    return kind === 'srv' ? types.service(name).hash : types.action(name).hash;
  },
  type_description: ({ simulation, words: [name = ''] }) => describeType(simulation.types, name),
};

/** Answers a guest's question about the graph as JSON; null if the subject or the question does not exist. */
export function answerQuery(
  simulation: Simulation,
  { entities, executor }: Pick<Asked, 'entities' | 'executor'>,
  frame: Frame,
  { input, children, share, shared }: Omit<GuestHost, 'print' | 'leak'>,
): unknown {
  const name = frame.string();
  const domain = frame.u32();
  const words: string[] = [];
  while (frame.left > 0) words.push(frame.string());
  const answer = Object.hasOwn(QUERIES, name) ? QUERIES[name] : undefined;
  if (answer === undefined) return null;
  const asked = { simulation, entities, executor, frame, words, input, children, share, shared };
  return answer({ ...asked, domain: simulation.graph.domain(domain) });
}

/** Sets a content filter and returns what is wrong with its expression; without one, everything is received. */
function setFilter(
  subscription: Subscription,
  [expression = '', ...parameters]: readonly string[],
): string | null {
  try {
    const filter = expression === '' ? undefined : new ContentFilter({ expression, parameters });
    // A middleware makes a new reader when a filter comes or goes, and what the old one kept is lost.
    if ((filter === undefined) !== (subscription.filter === undefined)) subscription.forget();
    subscription.filter = filter?.acceptance(subscription);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

interface Typed {
  readonly name: string;
  readonly type: { readonly name: string };
}

function typesOf(endpoints: readonly Typed[]): string[] {
  return [...new Set(endpoints.map(({ type }) => type.name))].sort();
}

function ofNode(
  { domain, words: [name, namespace] }: Asked,
  kind: abstract new (...a: never[]) => Typed,
): unknown {
  const node = domain.nodes.find((each) => each.name === name && each.namespace === namespace);
  if (node === undefined) return null;
  const found = new Map<string, Typed[]>();
  for (const entity of node.entities) {
    if (!(entity instanceof kind)) continue;
    found.set(entity.name, [...(found.get(entity.name) ?? []), entity]);
  }
  return [...found]
    .map(([topic, typed]) => ({ name: topic, types: typesOf(typed) }))
    .sort(byName)
    .map((each) => [each.name, each.types]);
}

function endpoint(entity: Publisher | Subscription | Client | Service): unknown {
  const { node, type, qos, kind, index } = entity;
  return {
    node: node.name,
    namespace: node.namespace,
    type: type.name,
    hash: type.hash,
    kind,
    gid: (node.number << 16) ^ index,
    qos: describeQos(qos),
  };
}
