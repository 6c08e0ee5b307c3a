import type { Command } from 'commander';
import { isHidden, type NamedEndpoints, type SystemGraph } from '../tools/index.js';
import { print } from './print.js';
import {
  commandGroup,
  fullName,
  networkCommand,
  refuse,
  type ToolWords,
  withNetwork,
} from './with_network.js';

interface NodeWords extends ToolWords {
  readonly all?: boolean;
  readonly countNodes?: boolean;
  readonly includeHidden?: boolean;
}

export function nodeCommand(): Command {
  return commandGroup('node', [listCommand(), infoCommand()]);
}

function listCommand(): Command {
  return networkCommand('list', 'List the nodes.')
    .option('-a, --all', 'also those whose name begins with _')
    .option('-c, --count-nodes', 'only how many there are')
    .option('--json', 'print JSON')
    .action((words: NodeWords) =>
      withNetwork(words, async ({ system }) => {
        const names = system.nodes
          .map((node) => node.fullName)
          .filter((name) => words.all || !isHidden(name));
        if (words.json) print(`${JSON.stringify(names, undefined, 2)}\n`);
        else if (words.countNodes) print(`${names.length}\n`);
        else for (const name of names) print(`${name}\n`);
        return undefined;
      }),
    );
}

function infoCommand(): Command {
  return networkCommand('info', 'Show what a node publishes, subscribes, offers and uses.')
    .argument('<node>')
    .option('--include-hidden', 'also what has a part that begins with _')
    .option('--json', 'print JSON')
    .action((name: string, words: NodeWords) =>
      withNetwork(words, async ({ system }) => {
        const node = fullName(name);
        if (!system.hasNode(node)) return refuse(`Unable to find node '${node}'`);
        const parts = partsOf(system, node, words.includeHidden === true);
        if (words.json) {
          print(`${JSON.stringify(Object.fromEntries(parts), undefined, 2)}\n`);
          return undefined;
        }
        print(`${node}\n`);
        for (const [title, all] of parts) {
          print(`  ${title}:\n`);
          for (const each of all) print(`    ${each.name}: ${each.types.join(', ')}\n`);
          // Each part but the first two ends with an empty line, as in ROS 2.
          if (!/^(Subscribers|Publishers)$/.test(title)) print('\n');
        }
        return undefined;
      }),
    );
}

function partsOf(system: SystemGraph, node: string, hidden: boolean) {
  const own = (all: readonly NamedEndpoints[], side: 'givers' | 'takers') =>
    system.of(node, all, side).filter(({ name }) => hidden || !isHidden(name));
  const { topics, services, actions } = system;
  return [
    ['Subscribers', own(topics, 'takers')],
    ['Publishers', own(topics, 'givers')],
    ['Service Servers', own(services, 'givers')],
    ['Service Clients', own(services, 'takers')],
    ['Action Servers', own(actions, 'givers')],
    ['Action Clients', own(actions, 'takers')],
  ] as const;
}
