import { type EndpointReport, type GraphReport, nearestNames } from '../job/index.js';

export type FindingKind =
  | 'incompatible-qos'
  | 'type-mismatch'
  | 'one-side'
  | 'near-miss'
  | 'no-server'
  | 'mixed-sim-time'
  | 'clock-silent'
  | 'inactive-lifecycle'
  | 'overwritten'
  | 'tf-static-durability'
  | 'duplicate-node'
  | 'unused-override';

/** Something that would fail in silence. */
export interface Finding {
  readonly kind: FindingKind;
  /** An error keeps the system from working; a warning may be meant. */
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

/** Topics of ROS 2 itself, on which one side alone is normal. */
const ONE_SIDED =
  /^\/(rosout|parameter_events|tf|tf_static|rslcpp\/error_code|orrery\/error_code)$|\/(transition_event|_service_event|_action\/(feedback|status))$/;

/**
 * Everything in the graph that keeps messages from arriving or nodes from working, errors first.
 *
 * @param rosArgs - the run's arguments after `--ros-args`, for parameters that reach no node.
 */
export function diagnose(graph: GraphReport, rosArgs: readonly string[] = []): Finding[] {
  const findings = [
    ...incompatible(graph),
    ...oneSided(graph),
    ...unanswered(graph),
    ...simTime(graph),
    ...inactive(graph),
    ...overwritten(graph),
    ...tfStatic(graph),
    ...duplicates(graph),
    ...unusedOverrides(graph, rosArgs),
  ];
  const of = (severity: Finding['severity']) => findings.filter((f) => f.severity === severity);
  return [...of('error'), ...of('warning')];
}

function error(kind: FindingKind, message: string): Finding {
  return { kind, severity: 'error', message };
}

function warning(kind: FindingKind, message: string): Finding {
  return { kind, severity: 'warning', message };
}

const POLICY_FIELD = {
  reliability: 'reliability',
  durability: 'durability',
  deadline: 'deadline',
  liveliness: 'liveliness',
  liveliness_lease_duration: 'livelinessLease',
} as const;

function incompatible({ incompatible }: GraphReport): Finding[] {
  return incompatible.map(({ topic, reason, publisher, subscription }) => {
    if (reason === 'type') {
      return error(
        'type-mismatch',
        `${topic}: ${publisher.node} publishes ${publisher.type}, ${subscription.node} subscribes to ${subscription.type}; use one type.`,
      );
    }
    const field = POLICY_FIELD[reason];
    return error(
      'incompatible-qos',
      `${topic}: ${publisher.node} offers ${reason} ${publisher.qos[field]}, ${subscription.node} requests ${subscription.qos[field]}; offer more or request less.`,
    );
  });
}

function namesOf(endpoints: readonly EndpointReport[]): string {
  return [...new Set(endpoints.map(({ node }) => node))].join(', ');
}

function oneSided({ topics }: GraphReport): Finding[] {
  const unpublished = topics.filter(
    (topic) =>
      topic.publishers.length === 0 && !ONE_SIDED.test(topic.name) && topic.name !== '/clock',
  );
  const unheard = topics.filter(
    (topic) =>
      topic.subscriptions.length === 0 && !ONE_SIDED.test(topic.name) && topic.name !== '/clock',
  );
  const missed = new Set<string>();
  const heard = unpublished.map((topic) => {
    const types = new Set(topic.subscriptions.map(({ type }) => type));
    const candidates = unheard.filter(({ publishers }) =>
      publishers.some(({ type }) => types.has(type)),
    );
    const near = nearestNames(
      topic.name,
      candidates.map(({ name }) => name),
      1,
    )[0];
    if (near === undefined) {
      return warning(
        'one-side',
        `${topic.name}: ${namesOf(topic.subscriptions)} subscribes and nobody publishes.`,
      );
    }
    missed.add(near);
    const publishers = topics.find(({ name }) => name === near)!.publishers;
    return error(
      'near-miss',
      `${topic.name}: ${namesOf(topic.subscriptions)} subscribes and nobody publishes, but ${namesOf(publishers)} publishes ${near}, which nobody hears; correct the name or remap it.`,
    );
  });
  const rest = unheard.filter(({ name }) => !missed.has(name));
  return [
    ...heard,
    ...rest.map(({ name, publishers }) =>
      warning('one-side', `${name}: ${namesOf(publishers)} publishes and nobody subscribes.`),
    ),
  ];
}

function unanswered({ services }: GraphReport): Finding[] {
  const served = services.filter(({ servers }) => servers.length > 0).map(({ name }) => name);
  return services
    .filter(({ servers, clients }) => servers.length === 0 && clients.length > 0)
    .map(({ name, clients }) => {
      const near = nearestNames(name, served, 1)[0];
      const hint = near === undefined ? '' : `; did you mean ${near}?`;
      return error(
        'no-server',
        `${name}: ${clients.join(', ')} calls a service nobody offers${hint}`,
      );
    });
}

function simTime({ topics, nodes }: GraphReport): Finding[] {
  const clock = topics.find(({ name }) => name === '/clock');
  if (clock === undefined || clock.subscriptions.length === 0) return [];
  const followers = new Set(clock.subscriptions.map(({ node }) => node));
  const others = nodes.filter(
    (node) =>
      !followers.has(node) && !clock.publishers.some((publisher) => publisher.node === node),
  );
  const findings: Finding[] = [];
  if (clock.publishers.every(({ count }) => count === 0)) {
    findings.push(
      error(
        'clock-silent',
        `/clock: ${[...followers].join(', ')} goes by it and nobody publishes it, so time stands still there; publish it or set use_sim_time to false.`,
      ),
    );
  }
  if (others.length > 0) {
    findings.push(
      warning(
        'mixed-sim-time',
        `use_sim_time is true in ${[...followers].join(', ')} and false in ${others.join(', ')}; set it alike.`,
      ),
    );
  }
  return findings;
}

function inactive({ topics }: GraphReport): Finding[] {
  return topics
    .filter(({ name }) => name.endsWith('/transition_event'))
    .flatMap(({ publishers }) => publishers)
    .filter(({ count }) => count === 0)
    .map(({ node }) =>
      warning(
        'inactive-lifecycle',
        `${node} is a lifecycle node that never left its first state, so its publishers are silent; configure and activate it.`,
      ),
    );
}

function overwritten({ topics }: GraphReport): Finding[] {
  return topics.flatMap(({ name, subscriptions }) =>
    subscriptions
      .filter(({ count }) => count > 0)
      .map(({ node, qos, count }) =>
        warning(
          'overwritten',
          `${name}: ${count} messages were overwritten in the queue of ${node} (depth ${qos.depth}) before it handled them.`,
        ),
      ),
  );
}

function tfStatic({ topics }: GraphReport): Finding[] {
  const topic = topics.find(({ name }) => name === '/tf_static');
  if (topic === undefined) return [];
  const volatile = ({ qos }: EndpointReport) => qos.durability === 'volatile';
  return [
    ...topic.publishers
      .filter(volatile)
      .map(({ node }) =>
        error(
          'tf-static-durability',
          `/tf_static: ${node} publishes with durability volatile, so nodes that come later never get it; use transient_local.`,
        ),
      ),
    ...topic.subscriptions
      .filter(volatile)
      .map(({ node }) =>
        warning(
          'tf-static-durability',
          `/tf_static: ${node} subscribes with durability volatile, so it misses what was published before; use transient_local.`,
        ),
      ),
  ];
}

function duplicates({ nodes }: GraphReport): Finding[] {
  const twice = nodes.filter((name, index) => nodes.indexOf(name) !== index);
  return [...new Set(twice)].map((name) =>
    error(
      'duplicate-node',
      `${name}: several nodes have this full name; rename one (-r __node:=…).`,
    ),
  );
}

function unusedOverrides({ nodes }: GraphReport, rosArgs: readonly string[]): Finding[] {
  const names = new Set(nodes.map((name) => name.slice(name.lastIndexOf('/') + 1)));
  return rosArgs.flatMap((word, index) => {
    if (rosArgs[index - 1] !== '-p' && rosArgs[index - 1] !== '--param') return [];
    const node = /^([^:*]+):(?!=)/.exec(word)?.[1];
    if (node === undefined || names.has(node) || nodes.includes(node)) return [];
    const near = nearestNames(node, names, 1)[0];
    const hint = near === undefined ? '' : `; did you mean ${near}?`;
    return [error('unused-override', `-p ${word}: there is no node ${node}${hint}`)];
  });
}
