import { dirname, resolve } from 'node:path';
import { Command } from 'commander';
import { packageIndexOf } from '../launch/index.js';
import { interceptingRemaps, readNodeModels } from '../orchestrator/index.js';
import { print } from './print.js';

interface GraphRemapsOptions {
  readonly packages: readonly string[];
  readonly json?: boolean;
}

/** `orrery graph remaps`: the arguments that make nodes in one DDS domain get their inputs from Orrery. */
export function graphRemapsCommand(): Command {
  const collect = (value: string, list: readonly string[]) => [...list, value];
  return new Command('remaps')
    .description('Show the remappings that make nodes started by hand hear only Orrery.')
    .argument('<config>', 'a launch configuration (*_launch_config.json)')
    .option('--packages <folder>', 'look for packages here first', collect, [])
    .option('--json', 'print the remappings as JSON')
    .action((config: string, options: GraphRemapsOptions) => {
      const packages = packageIndexOf(options, dirname(resolve(config)));
      const nodes = readNodeModels(config, (name) => packages.packageShare(name)).map((model) => ({
        node: model.name,
        remaps: interceptingRemaps(model),
      }));
      if (options.json) {
        print(`${JSON.stringify(nodes, null, 2)}\n`);
        return;
      }
      for (const { node, remaps } of nodes) {
        print(`${node}\n${remaps.map(({ from, to }) => `  -r ${from}:=${to}\n`).join('')}`);
      }
    });
}
