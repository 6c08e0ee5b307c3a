import { nearestNames } from '../errors/index.js';
import type { EndpointReport, GraphReport, TopicReport } from '../record/index.js';
import { error, type Finding, warning } from './finding.js';

/** Topics of ROS 2 itself, on which one side alone is normal. */
const ONE_SIDED =
  /^\/(clock|rosout|parameter_events|tf|tf_static|rslcpp\/error_code|orrery\/error_code)$|\/(transition_event|_service_event|_action\/(feedback|status))$/;

type Side = 'publishers' | 'subscriptions';

const OTHER = { publishers: 'subscriptions', subscriptions: 'publishers' } as const;
const VERB = { publishers: 'publishes', subscriptions: 'subscribes' } as const;

/**
 * Finds topics with one side only. If a topic of a similar name lacks the other side, the two were meant to be one:
 * an error. If the similar one has both sides, this may be intended: a warning.
 */
export function oneSided({ topics }: GraphReport): Finding[] {
  const lacking = (side: Side) =>
    topics.filter((topic) => topic[side].length === 0 && !ONE_SIDED.test(topic.name));
  const unheard = lacking('subscriptions');
  const explained = new Set<string>();
  const findings = lacking('publishers').map((topic) => {
    const near = nearest(topic, 'publishers', unheard);
    if (near === undefined) return alone(topic, 'subscriptions', topics);
    explained.add(near.name);
    return error(
      'near-miss',
      `${topic.name}: ${namesOf(topic.subscriptions)} subscribes and nobody publishes, but ${namesOf(near.publishers)} publishes ${near.name}, which nobody subscribes to; correct the name or remap it.`,
    );
  });
  const rest = unheard.filter(({ name }) => !explained.has(name));
  return [...findings, ...rest.map((topic) => alone(topic, 'publishers', topics))];
}

/** A topic with only this side, compared with topics that have both sides. */
function alone(topic: TopicReport, side: Side, topics: readonly TopicReport[]): Finding {
  const other = OTHER[side];
  const what = `${topic.name}: ${namesOf(topic[side])} ${VERB[side]} and nobody ${VERB[other]}`;
  const complete = topics.filter(
    (one) => one.publishers.length > 0 && one.subscriptions.length > 0 && !ONE_SIDED.test(one.name),
  );
  const near = nearest(topic, other, complete);
  if (near === undefined) return warning('one-side', `${what}.`);
  return warning(
    'near-miss',
    `${what}, but ${namesOf(near[other])} ${VERB[other]} ${near.name}; if that is meant, correct the name or remap it.`,
  );
}

/** The topic of the most similar name that has endpoints of the same type on a side. */
function nearest(
  topic: TopicReport,
  side: Side,
  candidates: readonly TopicReport[],
): TopicReport | undefined {
  const types = new Set(topic[OTHER[side]].map(({ type }) => type));
  const fitting = candidates.filter((one) => one[side].some(({ type }) => types.has(type)));
  const inNamespace = fitting.find((one) => differsByNamespace(one.name, topic.name));
  if (inNamespace !== undefined) return inNamespace;
  const alike = fitting
    .map((one) => one.name)
    .filter((one) => !differsByNumber(one, topic.name) && isNear(one, topic.name));
  const [name] = nearestNames(topic.name, alike, 1);
  return fitting.find((one) => one.name === name);
}

/** `/cmd_vel` and `/robot1/cmd_vel`: one of the nodes is in a namespace, the other is not. */
function differsByNamespace(a: string, b: string): boolean {
  return a !== b && (a.endsWith(b) || b.endsWith(a));
}

/** Whether what follows the namespaces that they share is alike: `/a/x` and `/a/dl` share nothing else. */
function isNear(a: string, b: string): boolean {
  let at = 0;
  for (let i = 0; i < a.length && a[i] === b[i]; i++) if (a[i] === '/') at = i + 1;
  return nearestNames(a.slice(at), [b.slice(at)]).length > 0;
}

/** `/camera1/image` and `/camera2/image` are alike on purpose. */
function differsByNumber(a: string, b: string): boolean {
  return a !== b && a.replace(/\d+/g, '#') === b.replace(/\d+/g, '#');
}

function namesOf(endpoints: readonly EndpointReport[]): string {
  return [...new Set(endpoints.map(({ node }) => node))].join(', ');
}
