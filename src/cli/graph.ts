import { dirname, resolve } from 'node:path';
import { Command } from 'commander';
import { didYouMean, OrreryError } from '../errors/index.js';
import { parseDuration } from '../kernel/index.js';
import { packageIndexOf } from '../launch/index.js';
import {
  type ModelledCallback,
  type ModelledInput,
  type NodeModel,
  type OrderRule,
  orderNodes,
  readNodeModels,
  runModelled,
} from '../orchestrator/index.js';
import { graphDrawCommand } from './graph_draw.js';
import { graphLearnCommand } from './graph_learn.js';
import { graphRemapsCommand } from './graph_remaps.js';
import { print } from './print.js';
import { positiveInteger } from './whole_number.js';

interface GraphOrderOptions {
  readonly input: readonly string[];
  readonly count: number;
  readonly until?: string;
  readonly rule: string;
  readonly duration: readonly string[];
  readonly latency: string;
  readonly packages: readonly string[];
  readonly json?: boolean;
}

/** `orrery graph`: what the callback graph of a configuration says. */
export function graphCommand(): Command {
  return new Command('graph')
    .addCommand(orderCommand())
    .addCommand(graphLearnCommand())
    .addCommand(graphDrawCommand())
    .addCommand(graphRemapsCommand());
}

function orderCommand(): Command {
  const collect = (value: string, list: readonly string[]) => [...list, value];
  return new Command('order')
    .description('Show the order of callbacks that a configuration of ros2_def fixes at each node.')
    .argument('<config>', 'a launch configuration (*_launch_config.json)')
    .option('-i, --input <topic:period>', 'a topic from outside, e.g. /scan:100ms', collect, [])
    .option('-n, --count <count>', 'messages of each input', positiveInteger, 10)
    .option('--until <time>', 'let timers go on to this time (default: the last input)')
    .option('--rule <rule>', 'thesis, develop, or all nodes in order: P1,P2,T', 'develop')
    .option('--duration <node=time>', 'how long callbacks of a node take', collect, [])
    .option('--latency <time>', 'how long a message takes', '0s')
    .option('--packages <folder>', 'look for packages here first', collect, [])
    .option('--json', 'print the callbacks as JSON')
    .action((config: string, options: GraphOrderOptions) => {
      const packages = packageIndexOf(options, dirname(resolve(config)));
      const models = readNodeModels(config, (name) => packages.packageShare(name));
      const nodes = orderNodes(models, ruleOf(options.rule));
      const durations = durationsOf(options.duration, nodes);
      const latency = parseDuration(options.latency);
      const { callbacks, makespan } = runModelled(nodes, inputsOf(options, nodes), {
        ...(options.until === undefined ? {} : { until: parseDuration(options.until) }),
        times: {
          duration: ({ node: { name } }) => durations.get(name) ?? 0,
          latency: () => latency,
        },
      });
      if (options.json) {
        print(
          `${JSON.stringify({ nodes: nodes.map(({ name }) => name), callbacks, makespan }, null, 2)}\n`,
        );
        return;
      }
      const isTimed = durations.size > 0 || latency > 0;
      print(nodes.map((node) => orderAt(node, callbacks, isTimed)).join(''));
      if (isTimed) print(`makespan: ${seconds(makespan)}\n`);
    });
}

function ruleOf(text: string): OrderRule {
  return text === 'thesis' || text === 'develop' ? text : text.split(',').filter(Boolean);
}

function inputsOf({ input, count }: GraphOrderOptions, nodes: readonly NodeModel[]) {
  const callbacks = nodes.flatMap((node) => node.callbacks);
  const heard = callbacks.flatMap(({ trigger }) => (trigger.kind === 'topic' ? trigger.topic : []));
  return input.map((text): ModelledInput => {
    const [, name, period] = /^([^:]+):(.+)$/.exec(text) ?? [];
    if (name === undefined || period === undefined) {
      throw refused(`"${text}" is not an input; write a topic and its period, e.g. /scan:100ms.`);
    }
    const topic = name.startsWith('/') ? name : `/${name}`;
    if (!heard.includes(topic)) {
      const known = [...new Set(heard)];
      throw refused(
        `No node subscribes to ${topic}${didYouMean(topic, known) || `; they subscribe to ${known.join(', ')}.`}`,
      );
    }
    return { topic, period: parseDuration(period), count };
  });
}

function durationsOf(given: readonly string[], nodes: readonly NodeModel[]): Map<string, number> {
  const known = nodes.map(({ name }) => name);
  return new Map(
    given.map((text) => {
      const [, name = '', time = ''] = /^\/*([^=]+)=(.+)$/.exec(text) ?? [];
      if (known.includes(name)) return [name, parseDuration(time)];
      throw refused(
        `"${text}" does not give the duration of a node; write e.g. ${known[0] ?? 'node'}=20ms, for ${known.join(', ')}.`,
      );
    }),
  );
}

function refused(message: string): OrreryError {
  return new OrreryError('ORR_GRAPH_OPTION', message);
}

/** The callbacks of one node, one per line. */
function orderAt({ name }: NodeModel, all: readonly ModelledCallback[], isTimed: boolean): string {
  const lines = all
    .filter(({ node }) => node === name)
    .map((callback) => {
      const { start, end } = callback;
      return `  ${wordsOf(callback)}${isTimed ? `, ${seconds(start)} to ${seconds(end)}` : ''}\n`;
    });
  return `${name}\n${lines.join('')}`;
}

function wordsOf({ topic, period, cause }: ModelledCallback): string {
  const origin = cause.startsWith('/') ? cause : `time ${seconds(Number(cause))}`;
  if (topic === undefined) return `timer ${seconds(period!)} at ${origin}`;
  return cause.startsWith(`${topic} `) ? cause : `${topic} of ${origin}`;
}

function seconds(nanoseconds: number): string {
  return `${(nanoseconds / 1e9).toFixed(3)} s`;
}
