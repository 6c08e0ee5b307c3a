import type { Command } from 'commander';
import { stringify } from 'yaml';
import { ParameterRules, parseParameterValue } from '../parameters/index.js';
import {
  deleteParameters,
  describeParameter,
  getParameters,
  isHidden,
  listParameters,
  parameterMessage,
  parameterText,
  parameterTree,
  parameterTypes,
  type RosNetwork,
  setParameters,
} from '../tools/index.js';
import { print } from './print.js';
import {
  commandGroup,
  fullName,
  networkCommand,
  refuse,
  type ToolWords,
  withNetwork,
} from './with_network.js';

export function paramCommand(): Command {
  return commandGroup('param', [
    listCommand(),
    getCommand(),
    setCommand(),
    describeCommand(),
    dumpCommand(),
    loadCommand(),
    deleteCommand(),
  ]);
}

/** Does something with a node that is there. */
function withNode(
  words: ToolWords,
  name: string,
  action: (network: RosNetwork, node: string) => Promise<number | undefined>,
): Promise<void> {
  return withNetwork(words, async (network) => {
    const node = fullName(name);
    return network.system.hasNode(node) ? action(network, node) : refuse(`Node not found`);
  });
}

/** Prints what was refused; the exit code. */
function outcome(refused: readonly (string | undefined)[], good: string, bad: string): number {
  for (const reason of refused) {
    if (reason === undefined) print(`${good}\n`);
    else refuse(`${bad}: ${reason}`);
  }
  return refused.every((reason) => reason === undefined) ? 0 : 1;
}

interface ListWords extends ToolWords {
  readonly includeHiddenNodes?: boolean;
  readonly paramPrefixes?: readonly string[];
  readonly paramType?: boolean;
}

function listCommand(): Command {
  return networkCommand('list', 'List the parameters of a node, or of all.')
    .argument('[node]')
    .option('--include-hidden-nodes', 'also of nodes whose name begins with _')
    .option('--param-prefixes <prefixes...>', 'only parameters below these')
    .option('--param-type', 'with their types')
    .action((name: string | undefined, words: ListWords) =>
      withNetwork(words, async (network) => {
        const show = async (node: string) => {
          const names = await listParameters(network, node, words.paramPrefixes);
          const types = words.paramType ? await parameterTypes(network, node, names) : [];
          names.forEach((each, i) => {
            print(words.paramType ? `  ${each} (type: ${types[i]})\n` : `  ${each}\n`);
          });
        };
        if (name !== undefined) {
          const node = fullName(name);
          if (!network.system.hasNode(node)) return refuse('Node not found');
          await show(node);
          return undefined;
        }
        for (const { fullName: node } of network.system.nodes) {
          const hasServices = network.system.service(`${node}/list_parameters`) !== undefined;
          if (!hasServices || (isHidden(node) && !words.includeHiddenNodes)) continue;
          print(`${node}:\n`);
          await show(node);
        }
        return undefined;
      }),
    );
}

function getCommand(): Command {
  return networkCommand('get', 'Print the value of a parameter.')
    .argument('<node>')
    .argument('<parameter>')
    .option('--hide-type', 'only the value')
    .action((name: string, parameter: string, words: ToolWords & { hideType?: boolean }) =>
      withNode(words, name, async (network, node) => {
        const [value] = await getParameters(network, node, [parameter]);
        const text = value === undefined ? undefined : parameterText(value);
        if (text === undefined) return refuse('Parameter not set.');
        print(`${words.hideType ? text.slice(text.indexOf(': ') + 2) : text}\n`);
        return undefined;
      }),
    );
}

function setCommand(): Command {
  return networkCommand('set', 'Set a parameter.')
    .argument('<node>')
    .argument('<parameter>')
    .argument('<value>')
    .action((name: string, parameter: string, value: string, words: ToolWords) =>
      withNode(words, name, async (network, node) => {
        const refused = await setParameters(network, node, [
          [parameter, parameterMessage(parseParameterValue(value))],
        ]);
        return outcome(refused, 'Set parameter successful', 'Setting parameter failed');
      }),
    );
}

function describeCommand(): Command {
  return networkCommand('describe', 'Show type, description and constraints of parameters.')
    .argument('<node>')
    .argument('<parameters...>')
    .action((name: string, parameters: string[], words: ToolWords) =>
      withNode(words, name, async (network, node) => {
        print(await describeParameter(network, node, parameters));
        return undefined;
      }),
    );
}

function dumpCommand(): Command {
  return networkCommand('dump', 'Print all parameters of a node, as a parameter file.')
    .argument('<node>')
    .action((name: string, words: ToolWords) =>
      withNode(words, name, async (network, node) => {
        print(stringify(await parameterTree(network, node)));
        return undefined;
      }),
    );
}

function loadCommand(): Command {
  return networkCommand('load', 'Set the parameters of a file.')
    .argument('<node>')
    .argument('<file>', 'a parameter file')
    .action((name: string, file: string, words: ToolWords) =>
      withNode(words, name, async (network, node) => {
        const rules = new ParameterRules();
        rules.addFile(file);
        const values = [...rules.parametersFor(node)].map(
          ([key, value]) => [key, parameterMessage(value)] as const,
        );
        const refused = await setParameters(network, node, values);
        values.forEach(([key], i) => {
          const reason = refused[i];
          print(
            reason === undefined
              ? `Set parameter ${key} successful\n`
              : `Set parameter ${key} failed: ${reason}\n`,
          );
        });
        return refused.every((reason) => reason === undefined) ? 0 : 1;
      }),
    );
}

function deleteCommand(): Command {
  return networkCommand('delete', 'Delete a parameter.')
    .argument('<node>')
    .argument('<parameter>')
    .action((name: string, parameter: string, words: ToolWords) =>
      withNode(words, name, async (network, node) => {
        const refused = await deleteParameters(network, node, [parameter]);
        return outcome(refused, 'Deleted parameter successfully', 'Deleting parameter failed');
      }),
    );
}
