import { counted, nearestNames } from '../errors/index.js';
import {
  describeHeldUp,
  describeNeverSettles,
  describeUnanswered,
  type EndpointReport,
  type GraphReport,
} from '../record/index.js';
import { error, type Finding, warning } from './finding.js';
import { frameTree } from './frame_tree.js';
import { oneSided } from './one_sided.js';
import { unusedArguments } from './unused_arguments.js';
import { unusedOverrides } from './unused_overrides.js';

/**
 * Everything in the graph that keeps messages from arriving or nodes from working, errors first.
 *
 * @param given - the arguments of `-p`, to find parameters that reach no node
 */
export function diagnose(graph: GraphReport, given: readonly string[] = []): Finding[] {
  const findings = [
    ...incompatible(graph),
    ...mistyped(graph),
    ...oneSided(graph),
    ...withoutServer(graph),
    ...unanswered(graph),
    ...heldUp(graph),
    ...neverSettles(graph),
    ...simTime(graph),
    ...inactive(graph),
    ...overwritten(graph),
    ...tfStatic(graph),
    ...duplicates(graph),
    ...unusedOverrides(graph, given),
    ...unusedArguments(graph),
    ...frameTree(graph),
    ...neverSpun(graph),
    ...zeroStamps(graph),
  ];
  const of = (severity: Finding['severity']) => findings.filter((f) => f.severity === severity);
  return [...of('error'), ...of('warning')];
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
      `${topic}: ${publisher.node} offers ${reason} ${policyText(publisher.qos[field])}, ${subscription.node} requests ${policyText(subscription.qos[field])}; offer more or request less.`,
    );
  });
}

function mistyped({ mistyped = [] }: GraphReport): Finding[] {
  return mistyped.map(({ service, server, serves, client, calls }) =>
    error(
      'type-mismatch',
      `${service}: ${server} serves ${serves}, ${client} calls ${calls}; use one type.`,
    ),
  );
}

/** A policy's value as text: its name, or a duration in ns with a suitable unit. */
function policyText(value: string | number): string {
  if (typeof value === 'string') return value;
  if (!Number.isFinite(value)) return 'infinite';
  const [unit, size] = (
    [
      ['s', 1e9],
      ['ms', 1e6],
      ['µs', 1e3],
    ] as const
  ).find(([, size]) => Math.abs(value) >= size) ?? ['ns', 1];
  return `${value / size} ${unit}`;
}

function withoutServer({ services }: GraphReport): Finding[] {
  const served = services.filter(({ servers }) => servers.length > 0).map(({ name }) => name);
  return services
    .filter(({ servers, clients }) => servers.length === 0 && clients.length > 0)
    .map(({ name, clients, requests }) => {
      const near = nearestNames(name, served, 1)[0];
      const hint = near === undefined ? '' : `; did you mean ${near}?`;
      const who = clients.join(', ');
      return requests === 0
        ? warning(
            'no-server',
            `${name}: ${who} has a client, which it never calls, of a service that nobody offers${hint}`,
          )
        : error('no-server', `${name}: ${who} calls a service nobody offers${hint}`);
    });
}

function unanswered({ unanswered = [] }: GraphReport): Finding[] {
  return unanswered.map((each) => warning('unanswered', describeUnanswered(each)));
}

function heldUp({ heldUp = [] }: GraphReport): Finding[] {
  return heldUp.map((each) => warning('held-up', describeHeldUp(each)));
}

function neverSettles({ neverSettles = [] }: GraphReport): Finding[] {
  return neverSettles.map((each) => warning('never-settles', describeNeverSettles(each)));
}

function neverSpun({ unspun = [] }: GraphReport): Finding[] {
  return unspun
    .filter(({ node }) => !isHidden(node))
    .map(({ node, subscriptions, timers, services }) => {
      const has = [
        [subscriptions, 'subscription'],
        [timers, 'timer'],
        [services, 'service'],
      ]
        .filter(([count]) => count !== 0)
        .map(([count, what]) => `${count} ${what}${count === 1 ? '' : 's'}`);
      return error(
        'never-spun',
        `${node} is never spun, so its callbacks (${has.join(', ')}) never run; spin it.`,
      );
    });
}

function zeroStamps({ zeroStamps = [] }: GraphReport): Finding[] {
  return zeroStamps.map(({ topic, node, count, total }) =>
    warning(
      'zero-stamp',
      `${topic}: ${count === total ? 'all' : `${count} of`} ${total} messages of ${node} have a header with the stamp 0, which synchronizers and tf take for another time; stamp them.`,
    ),
  );
}

function simTime({ topics, nodes }: GraphReport): Finding[] {
  const clock = topics.find(({ name }) => name === '/clock');
  if (clock === undefined || clock.subscriptions.length === 0) return [];
  const followers = new Set(clock.subscriptions.map(({ node }) => node));
  const others = nodes.filter(
    (node) =>
      !followers.has(node) &&
      !isHidden(node) &&
      !clock.publishers.some((publisher) => publisher.node === node),
  );
  const findings: Finding[] = [];
  if (clock.publishers.every(({ count }) => count === 0)) {
    findings.push(
      error(
        'clock-silent',
        `/clock: ${[...followers].join(', ')} follows it and nobody publishes it, so on a robot their time would stand still; publish it or set use_sim_time to false.`,
      ),
    );
  }
  if (others.length > 0) {
    findings.push(
      warning(
        'mixed-sim-time',
        `use_sim_time is true in ${[...followers].join(', ')} and false in ${others.join(', ')}; set it to the same value everywhere.`,
      ),
    );
  }
  return findings;
}

/** Nodes that the client library creates itself. */
function isHidden(node: string): boolean {
  return node.slice(node.lastIndexOf('/') + 1).startsWith('_');
}

function inactive({ topics, lifecycle = [] }: GraphReport): Finding[] {
  return topics
    .filter(({ name }) => name.endsWith('/transition_event'))
    .flatMap(({ publishers }) => publishers)
    .flatMap(({ node, count }) => {
      const known = lifecycle.find((one) => one.node === node);
      if (known?.activated || (known === undefined && count > 0)) return [];
      const state = known?.state ?? 'unconfigured';
      return warning(
        'inactive-lifecycle',
        `${node} is a lifecycle node that was never activated (its last state: ${state}), so its publishers are silent; ${state === 'inactive' ? '' : 'configure and '}activate it.`,
      );
    });
}

function overwritten({ topics }: GraphReport): Finding[] {
  return topics.flatMap(({ name, subscriptions }) =>
    subscriptions
      .filter(({ count }) => count > 0)
      .map(({ node, qos, count, code }) =>
        warning(
          'overwritten',
          `${name}: ${counted(count, 'message')} ${count === 1 ? 'was' : 'were'} overwritten in the queue of ${node} (depth ${qos.depth})${code === undefined ? '' : `, ${code},`} before it handled ${count === 1 ? 'it' : 'them'}.`,
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
          `/tf_static: ${node} publishes with durability volatile, so nodes that start later never get it; use transient_local.`,
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

function duplicates({ nodes, duplicates: known }: GraphReport): Finding[] {
  const twice = known ?? nodes.filter((name, index) => nodes.indexOf(name) !== index);
  return [...new Set(twice)].map((name) =>
    error(
      'duplicate-node',
      `${name}: several nodes have this full name; rename one (-r __node:=…).`,
    ),
  );
}
