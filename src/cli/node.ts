import type { Command } from 'commander';
import { isHidden, type NamedEndpoints, type SystemGraph } from '../tools/index.js';
import { print, printNote } from './print.js';
import {
  alsoCalled,
  commandGroup,
  fullName,
  networkCommand,
  refuse,
  type ToolWords,
  withNetwork,
} from './with_network.js';

/** The sentence of ROS 2, which tools look for. */
const SAME_NAME =
  'WARNING: Be aware that there are nodes in the graph that share an exact name, which can have unintended side effects.\n';

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
    .option('-a, --all', 'include those whose name begins with _')
    .option('-c, --count-nodes', 'print only how many there are')
    .addOption(alsoCalled('--count', 'countNodes'))
    .option('--json', 'print JSON')
    .action((words: NodeWords) =>
      withNetwork(words, async ({ system }) => {
        const names = system.nodes
          .map((node) => node.fullName)
          .filter((name) => words.all || !isHidden(name));
        if (words.json) print(`${JSON.stringify(names, undefined, 2)}\n`);
        else if (words.countNodes) print(`${names.length}\n`);
        else {
          if (new Set(names).size < names.length) printNote(SAME_NAME);
          for (const name of names) print(`${name}\n`);
        }
        return undefined;
      }),
    );
}

function infoCommand(): Command {
  return networkCommand('info', 'Show what a node publishes, subscribes, offers and uses.')
    .argument('<node>')
    .option('--include-hidden', 'include names with a part that begins with _')
    .option('--json', 'print JSON')
    .action((name: string, words: NodeWords) =>
      withNetwork(words, async ({ system }) => {
        const node = fullName(name);
        const { length } = system.nodes.filter(({ fullName: each }) => each === node);
        if (length === 0) return refuse(`Unable to find node '${node}'`);
        if (length > 1) {
          printNote(
            `There are ${length} nodes in the graph with the exact name "${node}". You are seeing information about only one of them.\n`,
          );
        }
        const parts = partsOf(system, node, words.includeHidden === true);
        if (words.json) {
          print(`${JSON.stringify(Object.fromEntries(parts), undefined, 2)}\n`);
          return undefined;
        }
        print(`${node}\n`);
        for (const [title, all] of parts) {
          print(`  ${title}:\n`);
          for (const each of all) print(`    ${each.name}: ${each.types.join(', ')}\n`);
          // An empty section is an empty line, as in ROS 2.
          if (all.length === 0) print('\n');
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
