/** The services of `rosapi`, with which a page finds out what a system consists of. */

import type { Bridge } from './bridge.js';
import { optionalText, type Words } from './client_words.js';
import { PARAMETER_SERVICES } from './parameter_services.js';
import { refused } from './refused.js';
import { fullName } from './run_view.js';
import type { RunEndpoint } from './thread_messages.js';
import { typedefsOf } from './typedefs.js';

const PREFIX = '/rosapi/';
const ACTION = '/_action/get_result';
const NS = 1_000_000_000n;

/** Answers a call of a service of rosapi; undefined: the service is not one of these. */
export function askRosapi(
  bridge: Bridge,
  service: string,
  args: unknown,
): object | Promise<object> | undefined {
  if (!service.startsWith(PREFIX)) return undefined;
  const name = service.slice(PREFIX.length);
  if (!Object.hasOwn(SERVICES, name)) throw refused(`${service} is not offered here.`);
  const words: Words = typeof args === 'object' && args !== null ? (args as Words) : {};
  const about = (key: string) => optionalText({ op: service, ...words }, key) ?? '';
  return SERVICES[name]!(bridge, about);
}

type Answer = (bridge: Bridge, about: (key: string) => string) => object | Promise<object>;

const slashed = (name: string) => (name.startsWith('/') ? name : `/${name}`);
const namesOf = (endpoints: readonly RunEndpoint[]) => [
  ...new Set(endpoints.map(({ name }) => name)),
];

/** Whether a type is the one asked for: `pkg/Name` means the same as `pkg/msg/Name`. */
const isType = (type: string, asked: string) =>
  type === asked || type.replace(/\/(msg|srv)\//, '/') === asked;

function topics({ topics }: Bridge): { topics: string[]; types: string[] } {
  return { topics: [...topics.keys()], types: [...topics.values()] };
}

function serviceType({ services, types }: Bridge, asked: string) {
  return types.service(services.get(slashed(asked)) ?? asked);
}

const SERVICES: Readonly<Record<string, Answer>> = {
  ...PARAMETER_SERVICES,
  /** Virtual time. */
  get_time: ({ pace: { time } }) => ({
    time: { sec: Number(time / NS), nanosec: Number(time % NS) },
  }),
  topics,
  topics_for_type: ({ topics }, about) => ({
    topics: [...topics].filter(([, type]) => isType(type, about('type'))).map(([name]) => name),
  }),
  topics_and_raw_types: (bridge) => ({
    ...topics(bridge),
    typedefs_full_text: [...bridge.topics.values()].map((type) =>
      bridge.types.has(type) ? bridge.types.message(type).schemaText : '',
    ),
  }),
  topic_type: ({ topics }, about) => ({ type: topics.get(slashed(about('topic'))) ?? '' }),
  services: ({ services }) => ({ services: [...services.keys()] }),
  services_for_type: ({ services }, about) => ({
    services: [...services].filter(([, type]) => isType(type, about('type'))).map(([name]) => name),
  }),
  service_type: ({ services }, about) => ({
    type: services.get(slashed(about('service'))) ?? '',
  }),
  service_node: ({ view }, about) => ({
    node: view.owners(view.all('server', slashed(about('service'))))[0] ?? '',
  }),
  service_providers: ({ view }, about) => ({
    providers: view.owners(view.all('server', slashed(about('service')))),
  }),
  service_request_details: (bridge, about) => ({
    typedefs: typedefsOf(serviceType(bridge, about('type')).request),
  }),
  service_response_details: (bridge, about) => ({
    typedefs: typedefsOf(serviceType(bridge, about('type')).response),
  }),
  message_details: ({ types }, about) => ({ typedefs: typedefsOf(types.message(about('type'))) }),
  nodes: ({ view }) => ({ nodes: view.nodes.map(fullName) }),
  node_details: ({ view }, about) => {
    const asked = slashed(about('node'));
    const ids = new Set(
      view.nodes.filter((node) => fullName(node) === asked).flatMap(({ endpoints }) => endpoints),
    );
    const of = (kind: RunEndpoint['kind']) =>
      namesOf(view.all(kind).filter(({ id }) => ids.has(id)));
    return { subscribing: of('reader'), publishing: of('writer'), services: of('server') };
  },
  publishers: ({ view }, about) => ({
    publishers: view.owners(view.all('writer', slashed(about('topic')))),
  }),
  subscribers: ({ view }, about) => ({
    subscribers: view.owners(view.all('reader', slashed(about('topic')))),
  }),
  action_servers: ({ services }) => ({
    action_servers: [...services.keys()]
      .filter((name) => name.endsWith(ACTION))
      .map((name) => name.slice(0, -ACTION.length)),
  }),
  action_type: ({ services }, about) => ({
    type: (services.get(`${slashed(about('action'))}${ACTION}`) ?? '').replace(/_GetResult$/, ''),
  }),
};
