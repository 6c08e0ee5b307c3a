/** Describes a real network and this machine in the sections of ROS 2's report: `orrery doctor --live --report`. */
import { networkInterfaces, platform, release, type, version } from 'node:os';
import { incompatiblePolicy } from '../dds/index.js';
import { vendorName } from './diagnose_network.js';
import type { RosNetwork } from './ros_network.js';
import { type EndpointInfo, isHidden, type NamedEndpoints } from './system_graph.js';

/** A section of the report: its title and its lines. */
export interface ReportSection {
  readonly title: string;
  readonly items: readonly (readonly [name: string, value: string | number])[];
}

/** Topics that every node has. */
const OF_EVERY_NODE = ['/parameter_events', '/rosout'];

/** Describes a network whose participants have all been discovered. */
export function reportNetwork(network: RosNetwork): ReportSection[] {
  const { system } = network;
  const topics = system.topics.filter(({ name }) => !isHidden(name));
  const own = topics.filter(({ name }) => !OF_EVERY_NODE.includes(name));
  const services = system.services.filter(({ name }) => !isHidden(name));
  return [
    { title: 'ACTION LIST', items: counted(system.actions, 'action', ['server', 'client']) },
    { title: 'NETWORK CONFIGURATION', items: interfaceItems() },
    { title: 'PLATFORM INFORMATION', items: platformItems() },
    { title: 'QOS COMPATIBILITY LIST', items: pairItems(topics) },
    { title: 'RMW MIDDLEWARE', items: middlewareItems(network) },
    { title: 'SERVICE LIST', items: counted(services, 'service', ['', 'client']) },
    { title: 'TOPIC LIST', items: counted(own, 'topic', ['publisher', 'subscriber']) },
  ];
}

type Items = ReportSection['items'];

/** Counts the ends of each topic, service or action, labelled with ROS 2's words. */
function counted(
  all: readonly NamedEndpoints[],
  kind: 'topic' | 'service' | 'action',
  [givers, takers]: readonly [string, string],
): Items {
  const words = (end: string) =>
    kind === 'action' ? `action ${end} count` : `${end || kind} count`;
  if (all.length === 0) return [[kind, 'none']];
  return all.flatMap((each) => [
    [kind, each.name] as const,
    [words(givers), each.givers.length] as const,
    [words(takers), each.takers.length] as const,
  ]);
}

function interfaceItems(): Items {
  return Object.entries(networkInterfaces()).flatMap(([device, addresses = []]) => {
    const items: [string, string][] = [];
    const of = (family: string) => addresses.filter((each) => each.family === family);
    const list = (found: readonly { address: string }[]) =>
      `[${found.map(({ address }) => `'${address}'`).join(', ')}]`;
    const [v4, v6] = [of('IPv4'), of('IPv6')];
    if (v4[0] !== undefined) items.push(['inet', v4[0].address], ['inet4', list(v4)]);
    // The loopback interface has no MAC address.
    const ether = addresses.find(({ mac }) => mac !== '00:00:00:00:00:00')?.mac;
    if (ether !== undefined) items.push(['ether', ether]);
    if (v6.length > 0) items.push(['inet6', list(v6)]);
    if (v4[0] !== undefined) items.push(['netmask', v4[0].netmask]);
    items.push(['device', device]);
    return items;
  });
}

function platformItems(): Items {
  return [
    ['system', type()],
    ['platform info', `${platform()} ${version()}`],
    ['release', release()],
    ['processor', process.arch],
    ['Node.js', process.versions.node],
  ];
}

/** Every publisher with every subscription of its topic. */
function pairItems(topics: readonly NamedEndpoints[]): Items {
  const who = (end: EndpointInfo) => end.node?.name ?? '_NODE_NAME_UNKNOWN_';
  const pairs = topics.flatMap(({ name, givers, takers }) =>
    givers.flatMap((publisher) =>
      takers.flatMap((subscription) => [
        ['topic [type]', `${name} [${publisher.type}]`] as const,
        ['publisher node', who(publisher)] as const,
        ['subscriber node', who(subscription)] as const,
        ['compatibility status', compatibility(publisher, subscription)] as const,
      ]),
    ),
  );
  if (pairs.length > 0) return pairs;
  return [['compatibility status', 'No publisher/subscriber pairs found']];
}

function compatibility(publisher: EndpointInfo, subscription: EndpointInfo): string {
  if (publisher.type !== subscription.type) {
    return `ERROR: ${publisher.type} and ${subscription.type} are different types`;
  }
  const policy = incompatiblePolicy(publisher.qos, subscription.qos);
  return policy === undefined
    ? 'OK'
    : `ERROR: the publisher offers less ${policy} than is requested`;
}

/** The DDS implementations in use; one network can have several. */
function middlewareItems({ participant, settings }: RosNetwork): Items {
  const { domain, interfaces = [] } = settings;
  const peers = [...participant.graph.peers.values()];
  return [
    ['middleware name', 'Orrery'],
    ['domain', domain],
    ['interface', interfaces.length === 0 ? 'this machine only' : interfaces.join(', ')],
    ...peers.map(
      ({ vendor, addresses }) =>
        ['participant', `${vendorName(vendor)} (${addresses.join(', ') || 'no address'})`] as const,
    ),
  ];
}
