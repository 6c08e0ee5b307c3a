import { dirname, resolve } from 'node:path';
import { Command } from 'commander';
import { packageIndexOf } from '../launch/index.js';
import { type NodeModel, readNodeModels } from '../orchestrator/index.js';
import { print } from './print.js';

/** `orrery graph draw`: the callback graph of a configuration as text for Graphviz. */
export function graphDrawCommand(): Command {
  const collect = (value: string, list: readonly string[]) => [...list, value];
  return new Command('draw')
    .description(
      'Draw the nodes, callbacks and topics of a configuration of ros2_def, as text for Graphviz.',
    )
    .argument('<config>', 'a launch configuration, which may be a learnt one')
    .option('--packages <folder>', 'look for packages here first', collect, [])
    .action((config: string, options: { readonly packages: readonly string[] }) => {
      const packages = packageIndexOf(options, dirname(resolve(config)));
      print(drawing(readNodeModels(config, (name) => packages.packageShare(name))));
    });
}

/** One box for each node with its callbacks, one oval for each topic, dashed lines to services. */
function drawing(nodes: readonly NodeModel[]): string {
  const lines = ['digraph callbacks {', '  rankdir=LR;', '  node [shape=oval];'];
  for (const [at, { name, callbacks, services }] of nodes.entries()) {
    lines.push(`  subgraph cluster_${at} {`, `    label=${quoted(`/${name}`)};`);
    lines.push('    node [shape=box];');
    for (const [index, { trigger }] of callbacks.entries()) {
      const label = trigger.kind === 'topic' ? trigger.topic : `${trigger.period / 1e6} ms`;
      lines.push(`    c${at}_${index} [label=${quoted(label)}];`);
    }
    for (const service of services) lines.push(`    ${quoted(`service ${service}`)};`);
    lines.push('  }');
  }
  for (const [at, { callbacks }] of nodes.entries()) {
    for (const [index, { trigger, outputs, serviceCalls }] of callbacks.entries()) {
      const own = `c${at}_${index}`;
      if (trigger.kind === 'topic') lines.push(`  ${quoted(trigger.topic)} -> ${own};`);
      for (const [topic, count] of counted(outputs)) {
        const label = count === 1 ? '' : ` [label="${count}"]`;
        lines.push(`  ${own} -> ${quoted(topic)}${label};`);
      }
      for (const each of serviceCalls) {
        lines.push(`  ${own} -> ${quoted(`service ${each}`)} [style=dashed];`);
      }
    }
  }
  return `${lines.join('\n')}\n}\n`;
}

function counted(topics: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const topic of topics) counts.set(topic, (counts.get(topic) ?? 0) + 1);
  return counts;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
