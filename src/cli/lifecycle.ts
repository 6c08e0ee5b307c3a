import type { Command } from 'commander';
import type { MessageObject } from '../interfaces/index.js';
import { isHidden, type RosNetwork } from '../tools/index.js';
import { print } from './print.js';
import {
  commandGroup,
  fullName,
  hiddenNodesOption,
  networkCommand,
  refuse,
  type ToolWords,
  withNetwork,
} from './with_network.js';

const PATIENCE_MS = 5000;

interface State {
  readonly id: number;
  readonly label: string;
}

interface TransitionDescription {
  readonly transition: State;
  readonly start_state: State;
  readonly goal_state: State;
}

export function lifecycleCommand(): Command {
  return commandGroup('lifecycle', [nodesCommand(), listCommand(), getCommand(), setCommand()]);
}

function ask(
  network: RosNetwork,
  node: string,
  service: string,
  type: string,
  request: MessageObject = {},
): Promise<MessageObject> {
  const service_ = network.types.service(`lifecycle_msgs/srv/${type}`);
  const content = service_.request.normalize(request);
  return network.call(`${node}/${service}`, service_, content, PATIENCE_MS);
}

const lifecycleNodes = ({ system }: RosNetwork) =>
  system.nodes
    .map((node) => node.fullName)
    .filter(
      (node) => system.service(`${node}/get_state`)?.types[0] === 'lifecycle_msgs/srv/GetState',
    );

/** Does something with a lifecycle node, if it exists. */
function withNode(
  words: ToolWords,
  name: string,
  action: (network: RosNetwork, node: string) => Promise<number | undefined>,
): Promise<void> {
  return withNetwork(words, async (network) => {
    const node = fullName(name);
    return lifecycleNodes(network).includes(node)
      ? action(network, node)
      : refuse('Node not found');
  });
}

function nodesCommand(): Command {
  return networkCommand('nodes', 'List the lifecycle nodes.')
    .option('-a, --all', 'include those whose name begins with _')
    .option('-c, --count-nodes', 'print only how many there are')
    .action((words: ToolWords & { readonly all?: boolean; readonly countNodes?: boolean }) =>
      withNetwork(words, async (network) => {
        const nodes = lifecycleNodes(network).filter((node) => words.all || !isHidden(node));
        if (words.countNodes) print(`${nodes.length}\n`);
        else for (const node of nodes) print(`${node}\n`);
        return undefined;
      }),
    );
}

async function available(
  network: RosNetwork,
  node: string,
  service = 'get_available_transitions',
): Promise<TransitionDescription[]> {
  const answer = await ask(network, node, service, 'GetAvailableTransitions');
  return answer.available_transitions as unknown[] as TransitionDescription[];
}

function listCommand(): Command {
  return networkCommand('list', 'List the transitions that a node can make now.')
    .argument('<node>')
    .option('-a, --all', 'list those of every state')
    .addOption(hiddenNodesOption())
    .action((name: string, words: ToolWords & { readonly all?: boolean }) =>
      withNode(words, name, async (network, node) => {
        const service = words.all ? 'get_transition_graph' : 'get_available_transitions';
        for (const each of await available(network, node, service)) {
          const { transition, start_state, goal_state } = each;
          print(
            `- ${transition.label} [${transition.id}]\n\tStart: ${start_state.label}\n\tGoal: ${goal_state.label}\n`,
          );
        }
        return undefined;
      }),
    );
}

function getCommand(): Command {
  return networkCommand('get', 'Print the state of a node, or of all.')
    .argument('[node]')
    .option('-a, --include-hidden-nodes', 'without a node: include those whose name begins with _')
    .action((name: string | undefined, words: ToolWords & { includeHiddenNodes?: boolean }) => {
      const state = async (network: RosNetwork, node: string) => {
        const { current_state } = await ask(network, node, 'get_state', 'GetState');
        const { label, id } = current_state as State & MessageObject;
        return `${label} [${id}]`;
      };
      if (name === undefined) {
        return withNetwork(words, async (network) => {
          for (const node of lifecycleNodes(network)) {
            if (isHidden(node) && !words.includeHiddenNodes) continue;
            print(`${node}: ${await state(network, node)}\n`);
          }
          return undefined;
        });
      }
      return withNode(words, name, async (network, node) => {
        print(`${await state(network, node)}\n`);
        return undefined;
      });
    });
}

function setCommand(): Command {
  return networkCommand('set', 'Make a node take a transition.')
    .argument('<node>', 'e.g. /lc_talker')
    .argument('<transition>', 'its name or number, e.g. configure')
    .addOption(hiddenNodesOption())
    .action((name: string, transition: string, words: ToolWords) =>
      withNode(words, name, async (network, node) => {
        const all = (await available(network, node)).map((each) => each.transition);
        const wanted = all.find(
          ({ label, id }) => label === transition || String(id) === transition,
        );
        if (wanted === undefined) {
          const known = all.map(({ label, id }) => `- ${label} [${id}]`).join('\n');
          return refuse(`Unknown transition requested, available ones are:\n${known}`);
        }
        const request = { transition: { id: wanted.id, label: wanted.label } };
        const { success } = await ask(network, node, 'change_state', 'ChangeState', request);
        if (success !== true) return refuse('Transitioning failed');
        print('Transitioning successful\n');
        return undefined;
      }),
    );
}
