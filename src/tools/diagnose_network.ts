/** Finds what is wrong, or worth knowing, on a real network: `orrery doctor --live`. */
import {
  incompatiblePolicy,
  interfaceAddresses,
  type LiveEndpoint,
  type LiveStatus,
  readEndpointUserData,
  rosTopic,
  VENDOR,
} from '../dds/index.js';
import type { RosNetwork } from './ros_network.js';
import { isHidden } from './system_graph.js';

export interface NetworkFinding {
  readonly severity: 'error' | 'warning' | 'note';
  readonly kind: string;
  readonly message: string;
}

/** Below this, bursts of large messages lose datagrams. */
const GOOD_BUFFER = 2 * 1024 * 1024;
/** Beyond it, Linux assigns ports of the domain to ordinary programs. */
const LAST_GOOD_DOMAIN = 101;

const VENDOR_NAMES = new Map<number, string>([
  [VENDOR.cyclone, 'Cyclone DDS'],
  [VENDOR.eprosima, 'Fast DDS'],
  [VENDOR.orrery, 'Orrery'],
]);

export function vendorName(vendor: number): string {
  return VENDOR_NAMES.get(vendor) ?? `vendor 0x${vendor.toString(16).padStart(4, '0')}`;
}

/** Examines a network whose participants have all been discovered. */
export async function diagnoseNetwork(network: RosNetwork): Promise<NetworkFinding[]> {
  const status = await network.participant.status();
  return [
    ...settingsFindings(network),
    ...socketFindings(status),
    ...peerFindings(network),
    ...endpointFindings(network),
  ];
}

function settingsFindings({ settings, participant }: RosNetwork): NetworkFinding[] {
  const found: NetworkFinding[] = [];
  const { domain, interfaces = [], peers = [] } = settings;
  const add = (severity: NetworkFinding['severity'], kind: string, message: string) =>
    found.push({ severity, kind, message });
  if (domain > LAST_GOOD_DOMAIN) {
    add(
      'warning',
      'domain',
      `Domain ${domain} shares its ports with ordinary programs on Linux; use 0 to ${LAST_GOOD_DOMAIN}.`,
    );
  }
  if (participant.graph.peers.size > 0) return found;
  const others = interfaceAddresses().filter(({ isLoopback }) => !isLoopback);
  if (interfaces.length === 0 && others.length > 0) {
    const names = others.map(({ name, address }) => `${name} (${address})`).join(', ');
    add(
      'warning',
      'interface',
      `No ROS 2 program runs on this machine in domain ${domain}. This machine is also on ${names}: name one with --interface.`,
    );
  } else {
    add(
      'warning',
      'nobody',
      `No ROS 2 program was found in domain ${domain}. Compare ROS_DOMAIN_ID and the interface with those of the robot.`,
    );
  }
  if (interfaces.length > 0 && peers.length === 0) {
    add(
      'note',
      'multicast',
      'Multicast may not get through (Wi-Fi, VPN, containers): name the robot with --peer.',
    );
  }
  add(
    'note',
    'firewall',
    `A firewall must let in UDP to the ports ${7400 + 250 * domain} to ${7400 + 250 * domain + 249}.`,
  );
  return found;
}

function socketFindings(status: LiveStatus): NetworkFinding[] {
  const found: NetworkFinding[] = [];
  if (status.receiveBuffer < GOOD_BUFFER) {
    const kilobytes = Math.round(status.receiveBuffer / 1024);
    found.push({
      severity: 'note',
      kind: 'buffers',
      message: `The kernel gives a socket ${kilobytes} KiB for what arrives; large messages arrive faster with sysctl -w net.core.rmem_max=8388608.`,
    });
  }
  for (const [code, count] of Object.entries(status.socketErrors)) {
    const message = `A socket failed ${count} times with ${code}.`;
    found.push({ severity: 'warning', kind: 'sockets', message });
  }
  for (const [reason, count] of Object.entries(status.rejections)) {
    const message = `${count} received messages or parts of them were refused: ${reason}.`;
    found.push({ severity: 'note', kind: 'refused', message });
  }
  return found;
}

function peerFindings({ participant, system }: RosNetwork): NetworkFinding[] {
  const found: NetworkFinding[] = [];
  const { graph } = participant;
  const vendors = new Set([...graph.peers.values()].map(({ vendor }) => vendor));
  vendors.delete(VENDOR.orrery);
  if (vendors.size > 1) {
    const names = [...vendors].map(vendorName).sort().join(' and ');
    found.push({
      severity: 'warning',
      kind: 'mixed vendors',
      message: `${names} are on this network. They exchange topics, but not services, since they encode requests differently.`,
    });
  }
  for (const peer of graph.peers.values()) {
    const isSilent = ![...graph.endpoints.keys()].some((guid) => guid.startsWith(peer.prefix));
    if (!isSilent) continue;
    const where = peer.addresses.join(', ') || 'no address';
    found.push({
      severity: 'warning',
      kind: 'ghost',
      message: `A participant of ${vendorName(peer.vendor)} (${where}) is announced but sends nothing else: it was killed a moment ago, or its answers do not arrive here.`,
    });
  }
  const names = system.nodes.map(({ fullName }) => fullName);
  for (const name of new Set(names.filter((each, i) => names.indexOf(each) !== i))) {
    const message = `Several nodes are called ${name}; parameters and lifecycle of one of them cannot be reached.`;
    found.push({ severity: 'warning', kind: 'same name', message });
  }
  return found;
}

/** Writers and readers of one topic that cannot match. */
function endpointFindings({ participant }: RosNetwork): NetworkFinding[] {
  const found: NetworkFinding[] = [];
  const { graph } = participant;
  const byTopic = new Map<string, LiveEndpoint[]>();
  for (const endpoint of graph.endpoints.values()) {
    byTopic.set(endpoint.topic, [...(byTopic.get(endpoint.topic) ?? []), endpoint]);
  }
  for (const [topic, ends] of byTopic) {
    const name = rosTopic(topic)?.name ?? topic;
    if (isHidden(name)) continue;
    const who = (end: LiveEndpoint) => {
      const node = graph.nodeOf(end.guid);
      return node === undefined ? 'a program' : `${node.namespace}/${node.name}`.replace('//', '/');
    };
    const add = (kind: string, message: string) =>
      found.push({ severity: 'error', kind, message: `${name}: ${message}` });
    for (const writer of ends.filter(({ kind }) => kind === 'writer')) {
      for (const reader of ends.filter(({ kind }) => kind === 'reader')) {
        const pair = `${who(writer)} → ${who(reader)}`;
        if (writer.type !== reader.type) {
          add(
            'types',
            `${pair}: ${writer.type} and ${reader.type} are different types; nothing is exchanged.`,
          );
          continue;
        }
        const policy = incompatiblePolicy(writer.qos, reader.qos);
        if (policy !== undefined)
          add(
            'QoS',
            `${pair}: the publisher offers less ${policy} than is requested; nothing is exchanged.`,
          );
      }
    }
    const hashes = new Set(ends.map((end) => readEndpointUserData(end.userData).typeHash));
    hashes.delete(undefined);
    if (hashes.size > 1)
      add(
        'type hashes',
        `${hashes.size} definitions of one type are in use (${[...hashes].map((h) => h!.slice(7, 15)).join(', ')}); build all with one version of the package.`,
      );
  }
  return found;
}
