import { Graph as Dagre, layout } from '@dagrejs/dagre';
import type { RunInfo } from '../../model/engine_protocol.js';

export interface Box {
  readonly name: string;
  readonly kind: 'node' | 'topic' | 'service';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly topic: string;
  readonly text: string;
  /** What the doctor found about it. */
  readonly problem: string | undefined;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

export interface GraphLayout {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly edges: readonly Edge[];
}

const OF_EVERY_NODE = /^\/(parameter_events|rosout|clock)$/;
const PARAMETER_SERVICE =
  /\/(get_parameters|set_parameters|set_parameters_atomically|get_parameter_types|list_parameters|describe_parameters|get_type_description|get_logger_levels|set_logger_levels)$/;
const HEIGHT = 30;
const LETTER = 7.3;

interface Link {
  readonly node: string;
  readonly name: string;
  readonly kind: 'topic' | 'service';
  readonly sends: boolean;
  readonly text: string;
}

/** Lays out nodes, topics and services from left to right. */
export function layOut(run: RunInfo, all: boolean): GraphLayout {
  const links = linksOf(run).filter(
    ({ name }) => all || !(OF_EVERY_NODE.test(name) || PARAMETER_SERVICE.test(name)),
  );
  const graph = new Dagre({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: 14, ranksep: 70, marginx: 12, marginy: 12 });
  graph.setDefaultEdgeLabel(() => ({}));
  const kinds = new Map<string, Box['kind']>();
  const put = (id: string, name: string, kind: Box['kind']) => {
    if (kinds.has(id)) return;
    kinds.set(id, kind);
    graph.setNode(id, { label: name, width: name.length * LETTER + 24, height: HEIGHT });
  };
  for (const node of run.graph?.nodes ?? run.entities.map((entity) => entity.node)) {
    put(`node ${node}`, node, 'node');
  }
  for (const [i, { node, name, kind, sends }] of links.entries()) {
    put(`node ${node}`, node, 'node');
    put(`${kind} ${name}`, name, kind);
    const [from, to] = [`node ${node}`, `${kind} ${name}`];
    if (sends) graph.setEdge(from, to, {}, String(i));
    else graph.setEdge(to, from, {}, String(i));
  }
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    width,
    height,
    boxes: graph.nodes().map((id: string) => {
      const box = graph.node(id);
      return {
        ...box,
        name: String(box.label),
        kind: kinds.get(id)!,
        x: box.x ?? 0,
        y: box.y ?? 0,
      };
    }),
    edges: graph.edges().map((edge: { v: string; w: string; name?: string }) => {
      const { name, node, text } = links[Number(edge.name)]!;
      const { points = [] } = graph.edge(edge) as { points?: { x: number; y: number }[] };
      return {
        from: edge.v,
        to: edge.w,
        topic: name,
        text,
        problem: problemOf(run, name, node),
        points,
      };
    }),
  };
}

/** The finding about this topic and this node, or about this topic alone. */
function problemOf(run: RunInfo, topic: string, node: string): string | undefined {
  const mentions = (text: string, name: string) =>
    new RegExp(`(?<![\\w/])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w/])`).test(text);
  return run.findings.find(
    ({ message }) =>
      mentions(message, topic) &&
      (mentions(message, node) || !run.graph?.nodes.some((other) => mentions(message, other))),
  )?.message;
}

function linksOf(run: RunInfo): Link[] {
  const links: Link[] = [];
  const { graph } = run;
  if (graph === undefined) {
    return run.entities
      .filter(({ kind }) => kind === 'subscription')
      .map(({ node, name }) => ({ node, name, kind: 'topic', sends: false, text: name }));
  }
  for (const { name, publishers, subscriptions } of graph.topics) {
    const rate = run.topics.find((topic) => topic.name === name)?.rate ?? 0;
    const ends = [
      ...publishers.map((end) => ({ ...end, sends: true })),
      ...subscriptions.map((end) => ({ ...end, sends: false })),
    ];
    for (const { node, type, qos, count, sends } of ends) {
      const counted = sends ? `${count} messages` : count > 0 ? `${count} overwritten` : '';
      const text = [
        `${node} ${sends ? 'publishes' : 'subscribes to'} ${name}`,
        `${type}, ${rate.toFixed(1)} Hz`,
        `${qos.reliability}, ${qos.durability}, ${qos.history} ${qos.depth}`,
        counted,
      ];
      links.push({ node, name, kind: 'topic', sends, text: text.filter(Boolean).join('\n') });
    }
  }
  for (const { name, servers, clients, requests } of graph.services) {
    const text = `service ${name}${requests === undefined ? '' : `, ${requests} requests`}`;
    for (const node of clients) links.push({ node, name, kind: 'service', sends: true, text });
    for (const node of servers) links.push({ node, name, kind: 'service', sends: false, text });
  }
  return links;
}
