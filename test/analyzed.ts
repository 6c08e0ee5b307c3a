/** Small systems that are run under models and then analysed, for tests of the analysis. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnalysisOptions, analyzeRun, type RunAnalysis } from '../src/analysis/index.js';
import {
  Client,
  DEFAULT_QOS,
  type GraphNode,
  Publisher,
  type Qos,
  Service,
  Subscription,
  Timer,
} from '../src/graph/index.js';
import type { MessageObject } from '../src/interfaces/index.js';
import { type Distro, TypeRegistry } from '../src/interfaces/index.js';
import { parseSystemModels } from '../src/models/index.js';
import { RunDirectory } from '../src/record/index.js';
import { applyModels, Simulation } from '../src/simulation/index.js';
import { RunObserver } from '../src/trace/index.js';

const types = new TypeRegistry({ amentPrefixPath: '' });
export const MS = 1_000_000;

/** What a callback does besides taking time. */
interface Effects {
  readonly publishes?: string;
  /** Delays in ms for which it calls setTimeout. */
  readonly sleeps?: readonly number[];
  /** The service of the system that it calls. */
  readonly calls?: string;
}

/** A node of a small system: what its timers, subscriptions and services do. */
export interface NodePlan {
  readonly name: string;
  readonly timers?: readonly ({ readonly period: number } & Effects)[];
  readonly subscriptions?: readonly ({
    readonly topic: string;
    readonly qos?: Partial<Qos>;
  } & Effects)[];
  readonly services?: readonly ({ readonly service: string } & Effects)[];
}

const trigger = types.service('std_srvs/srv/Trigger');

/** Runs the nodes under the models for a time in ms, and analyses the trace. */
export async function analyze(
  models: string,
  nodes: readonly NodePlan[],
  duration: number,
  options: AnalysisOptions = {},
  distro: Distro = 'jazzy',
): Promise<RunAnalysis> {
  const examine = (path: string) => analyzeRun(path, options);
  return withRun(models, nodes, duration, examine, distro);
}

/** The same for any use of the run; its directory exists until `use` returns. */
export async function withRun<T>(
  models: string,
  nodes: readonly NodePlan[],
  duration: number,
  use: (directory: string) => Promise<T>,
  distro: Distro = 'jazzy',
): Promise<T> {
  const simulation = new Simulation({ types, distro });
  applyModels(simulation, parseSystemModels(models, 'models.yaml'));
  const { graph } = simulation;
  const path = mkdtempSync(join(tmpdir(), 'orrery-analysis-'));
  const directory = await RunDirectory.create(path, graph, '{}');
  graph.observers.add('record', new RunObserver(graph, directory.sinks));
  for (const plan of nodes) {
    const node = graph.createNode({ name: plan.name });
    build(simulation, node, plan);
    simulation.attach(node);
  }
  await simulation.runUntil(BigInt(duration * MS));
  directory.close();
  try {
    return await use(path);
  } finally {
    rmSync(path, { recursive: true });
  }
}

function build(simulation: Simulation, node: GraphNode, plan: NodePlan): void {
  const type = types.message('std_msgs/msg/UInt64');
  const acting = ({ publishes, sleeps = [], calls }: Effects) => {
    const qos = { ...DEFAULT_QOS, depth: 1000, deadline: 20 * MS };
    const publisher =
      publishes === undefined ? undefined : new Publisher(node, publishes, type, qos);
    const client = calls === undefined ? undefined : new Client(node, calls, trigger);
    return (data: unknown) => {
      publisher?.publish({ data });
      for (const delay of sleeps) simulation.schedule(delay * MS, () => {});
      client?.send({}, () => {});
    };
  };
  for (const { period, ...effects } of plan.timers ?? []) {
    const act = acting(effects);
    let count = 0n;
    new Timer(node, period * MS, () => act(++count));
  }
  for (const { topic, qos, ...effects } of plan.subscriptions ?? []) {
    const act = acting(effects);
    const onMessage = (message: MessageObject) => act((message as { data: bigint }).data);
    new Subscription(node, topic, type, onMessage, {
      qos: { ...DEFAULT_QOS, depth: 1000, ...qos },
    });
  }
  for (const { service, ...effects } of plan.services ?? []) {
    const act = acting(effects);
    new Service(node, service, trigger, (_request, respond) => {
      act(0n);
      respond({ success: true, message: '' });
    });
  }
}
