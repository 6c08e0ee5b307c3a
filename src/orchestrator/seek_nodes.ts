/** Looks for nodes that were started by hand, in their domains. */
import {
  type EndpointData,
  type Guid,
  hex,
  type NodeEntities,
  RosGraph,
  rosTopic,
  UdpDriver,
} from '../dds/index.js';
import { Awaited } from './awaited.js';
import { withoutInterception } from './intercepted_names.js';
import { sharedDomain } from './own_domain.js';
import type { FoundNode, SoughtAnswer, SoughtNode } from './thread_protocol.js';

/** A domain counts as known when nothing new was announced in it for this long; ms. */
const SETTLED_MS = 300;
/** Topics on which every node hears every other, and which do not affect the order. */
const COMMON = ['/parameter_events', '/rosout'];

/** Finds each of the nodes; undefined for those that have not appeared in time. */
export async function seekNodes(
  sought: readonly SoughtNode[],
  withinMs: number,
  gidBytes: 16 | 24,
): Promise<Pick<SoughtAnswer, 'found' | 'seen'>> {
  const domains = [...new Set(sought.map(({ domain }) => domain))];
  const searches = domains.map(async (domain) => {
    const names = sought.filter((each) => each.domain === domain).map(({ node }) => node);
    return { domain, ...(await seekIn(domain, names, withinMs, gidBytes)) };
  });
  const all = await Promise.all(searches);
  const found = sought.map(({ domain, node }) =>
    all.find((each) => each.domain === domain)?.found.get(node),
  );
  const seen = all.flatMap(({ domain, seen: names }) => names.map((name) => `${name}@${domain}`));
  return { found, seen };
}

async function seekIn(
  domain: number,
  names: readonly string[],
  withinMs: number,
  gidBytes: 16 | 24,
): Promise<{ readonly found: Map<string, FoundNode>; readonly seen: readonly string[] }> {
  const awaited = new Awaited();
  const endpoints = new Map<string, EndpointData>();
  let lastHeard = performance.now();
  const noticed = () => {
    lastHeard = performance.now();
    awaited.changed();
  };
  const driver = await UdpDriver.open({
    ...sharedDomain(domain),
    listener: {
      onPeer: noticed,
      onEndpoint: (_, data, change) => {
        noticed();
        if (change === 'left') endpoints.delete(data.guid.text);
        else endpoints.set(data.guid.text, data);
      },
    },
  });
  const graph = new RosGraph(driver.participant, { gidBytes, onChange: noticed }, driver.now());
  driver.wake();
  const prefixOf = (name: string) => homesOf(graph, name)[0]?.prefix;
  const isThere = () =>
    performance.now() - lastHeard > SETTLED_MS && names.every((name) => prefixOf(name));
  await awaited.until(isThere, withinMs);
  const all = [...endpoints.values()];
  const found = names.flatMap((node): [string, FoundNode][] => {
    const prefix = prefixOf(node);
    return prefix === undefined
      ? []
      : [
          [
            node,
            { prefix, isTwin: homesOf(graph, node).length > 1, direct: directTopics(all, prefix) },
          ],
        ];
  });
  const seen = graph.others().map(fullNameOf);
  await driver.close();
  return { found: new Map(found), seen };
}

/** An endpoint of each node of this full name. */
function homesOf(graph: RosGraph, fullName: string): Guid[] {
  return graph
    .others()
    .filter((node) => fullNameOf(node) === fullName)
    .flatMap(({ readers, writers }) => [...readers, ...writers].slice(0, 1));
}

function fullNameOf({ namespace, name }: NodeEntities): string {
  return `${namespace === '/' ? '' : namespace}/${name}`;
}

/** Topics on which a participant hears others without Orrery. */
function directTopics(all: readonly EndpointData[], prefix: Uint8Array): string[] {
  const isOwn = ({ guid }: EndpointData) => hex(guid.prefix) === hex(prefix);
  const writes = ({ guid }: EndpointData) =>
    (guid.entity & 0x3f) === 0x03 || (guid.entity & 0x3f) === 0x02;
  const topics = all.flatMap((each) => {
    const topic = rosTopic(each.topic);
    if (topic?.kind !== 'topic' || COMMON.includes(topic.name)) return [];
    if (!isOwn(each) || writes(each) || withoutInterception(topic.name) !== topic.name) return [];
    return all.some((other) => other.topic === each.topic && writes(other) && !isOwn(other))
      ? [topic.name]
      : [];
  });
  return [...new Set(topics)].sort();
}
