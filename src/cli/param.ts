import type { Command } from 'commander';
import { OrreryError } from '../errors/index.js';
import type { MessageObject } from '../interfaces/index.js';
import { ParameterRules, type ParameterValue, parseParameterValue } from '../parameters/index.js';
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
  pythonYaml,
  type RosNetwork,
  setParameters,
  setParametersAtomically,
} from '../tools/index.js';
import { print } from './print.js';
import { positiveInteger } from './whole_number.js';
import {
  commandGroup,
  fullName,
  hiddenNodesOption,
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

/** Whether a node, or, behind a bridge that passes them, at least its parameter services exist. */
function isThere({ system }: RosNetwork, node: string): boolean {
  return system.hasNode(node) || system.service(`${node}/get_parameters`) !== undefined;
}

interface NodeWords extends ToolWords {
  readonly timeout?: string;
}

/** A command about one node. */
function nodeCommand(name: string, description: string): Command {
  return networkCommand(name, description)
    .option('--timeout <seconds>', 'longest wait for the node')
    .addOption(hiddenNodesOption());
}

/** Does something with a node, once it exists. */
function withNode(
  words: NodeWords,
  name: string,
  action: (network: RosNetwork, node: string) => Promise<number | undefined>,
): Promise<void> {
  const patience = words.timeout === undefined ? 0 : positiveInteger(words.timeout) * 1000;
  return withNetwork(words, async (network) => {
    const node = fullName(name);
    const isFound = await network.until(() => isThere(network, node), patience);
    return isFound ? action(network, node) : refuse(`Node not found`);
  });
}

/** Names and values, from alternating words. */
function pairsOf(words: readonly string[]): [string, MessageObject][] {
  if (words.length % 2 !== 0) {
    throw new OrreryError(
      'ORR_LIVE_OPTION',
      `Parameters are given as name and value in turn; "${words.at(-1)}" has no value.`,
    );
  }
  return words.flatMap((name, i) =>
    i % 2 === 0 ? [[name, parameterMessage(parseParameterValue(words[i + 1]!))]] : [],
  );
}

/**
 * Prints what was refused; the exit code.
 * @param names - what stands before each line
 */
function outcome(
  refused: readonly (string | undefined)[],
  good: string,
  bad: string,
  names: readonly string[] = [],
): number {
  refused.forEach((reason, i) => {
    const name = names[i] ?? '';
    if (reason === undefined) print(`${name}${good}\n`);
    else refuse(`${name}${bad}${reason === '' ? '' : `: ${reason}`}`);
  });
  return refused.every((reason) => reason === undefined) ? 0 : 1;
}

interface ListWords extends ToolWords {
  readonly includeHiddenNodes?: boolean;
  readonly paramPrefixes?: readonly string[];
  readonly paramType?: boolean;
  readonly filter?: string;
}

function listCommand(): Command {
  return networkCommand('list', 'List the parameters of a node, or of all.')
    .argument('[node]')
    .option('--include-hidden-nodes', 'include nodes whose name begins with _')
    .option('--param-prefixes <prefixes...>', 'only parameters below these')
    .option('--param-type', 'show their types, too')
    .option(
      '--filter <expression>',
      'only those whose name matches this regular expression from its start',
    )
    .action((name: string | undefined, words: ListWords) =>
      withNetwork(words, async (network) => {
        const isWanted = patternOf(words.filter ?? '');
        const show = async (node: string) => {
          const all = await listParameters(network, node, words.paramPrefixes);
          const names = all.filter((each) => isWanted.test(each));
          // A node is named only if it has any of these, and not if it is the one that was asked for.
          if (name === undefined && names.length > 0) print(`${node}:\n`);
          const types = words.paramType ? await parameterTypes(network, node, names) : [];
          names.forEach((each, i) => {
            print(words.paramType ? `  ${each} (type: ${types[i]})\n` : `  ${each}\n`);
          });
        };
        if (name !== undefined) {
          const node = fullName(name);
          if (!isThere(network, node)) return refuse('Node not found');
          await show(node);
          return undefined;
        }
        for (const { fullName: node } of network.system.nodes) {
          const hasServices = network.system.service(`${node}/list_parameters`) !== undefined;
          if (!hasServices || (isHidden(node) && !words.includeHiddenNodes)) continue;
          await show(node);
        }
        return undefined;
      }),
    );
}

/** As Python's `re.match` reads it: from the beginning. */
function patternOf(text: string): RegExp {
  try {
    return new RegExp(`^(?:${text})`, 'u');
  } catch (cause) {
    throw new OrreryError('ORR_LIVE_OPTION', `"${text}" is not a regular expression.`, { cause });
  }
}

function getCommand(): Command {
  return nodeCommand('get', 'Print the value of a parameter.')
    .argument('<node>')
    .argument('<parameter>')
    .option('--hide-type', 'print only the value')
    .action((name: string, parameter: string, words: ToolWords & { hideType?: boolean }) =>
      withNode(words, name, async (network, node) => {
        const [value] = await getParameters(network, node, [parameter]);
        if (value === undefined) return refuse('Parameter not set');
        const text = parameterText(value);
        // The parameter exists, but has no value.
        if (text === undefined) print(words.hideType ? 'None\n' : 'Parameter not set.\n');
        else print(`${words.hideType ? text.slice(text.indexOf(': ') + 2) : text}\n`);
        return undefined;
      }),
    );
}

function setCommand(): Command {
  return nodeCommand('set', 'Set a parameter.')
    .argument('<node>', 'e.g. /planner')
    .argument('<parameter>', 'its name')
    .argument('<value>', 'its new value, as YAML')
    .argument('[more...]', 'further parameters, each with its value')
    .option('--atomic', 'set all of them, or none')
    .action(
      (
        name: string,
        parameter: string,
        value: string,
        more: string[],
        words: ToolWords & { readonly atomic?: boolean },
      ) =>
        withNode(words, name, async (network, node) => {
          const values = pairsOf([parameter, value, ...more]);
          if (words.atomic) {
            const refused = await setParametersAtomically(network, node, values);
            const [good, bad] = [
              'Set parameters atomically successful',
              'Setting parameters atomically failed',
            ];
            return outcome([refused], good, bad);
          }
          const refused = await setParameters(network, node, values);
          const names = values.length > 1 ? values.map(([each]) => `${each}: `) : [];
          return outcome(refused, 'Set parameter successful', 'Setting parameter failed', names);
        }),
    );
}

function describeCommand(): Command {
  return nodeCommand('describe', 'Show type, description and constraints of parameters.')
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
  return nodeCommand('dump', 'Print all parameters of a node, as a parameter file.')
    .argument('<node>')
    .action((name: string, words: ToolWords) =>
      withNode(words, name, async (network, node) => {
        print(`${pythonYaml(await parameterTree(network, node))}\n`);
        return undefined;
      }),
    );
}

function loadCommand(): Command {
  return nodeCommand('load', 'Set the parameters of a file.')
    .argument('<node>', 'e.g. /planner')
    .argument('<file>', 'a parameter file')
    .option(
      '--no-use-wildcard',
      'leave out those that the file has for several nodes, e.g. below /**',
    )
    .action((name: string, file: string, words: ToolWords & { readonly useWildcard: boolean }) =>
      withNode(words, name, async (network, node) => {
        const rules = new ParameterRules();
        rules.addFile(file);
        const found = rules.parametersFor(node);
        if (!words.useWildcard) keepOwn(found, rules, node);
        if (found.size === 0) {
          const others = rules.entries.map(({ pattern }) => pattern).join(', ');
          return refuse(
            `Param file does not contain parameters for ${node}, only for nodes: ${others}`,
          );
        }
        const values = [...found].map(([key, value]) => [key, parameterMessage(value)] as const);
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

/** Leaves only what a file has for the node under its own name. */
function keepOwn(found: Map<string, ParameterValue>, rules: ParameterRules, node: string): void {
  const own = rules.entries.filter(({ pattern }) => fullName(pattern) === node);
  found.clear();
  for (const { parameters } of own) {
    for (const [name, { value }] of parameters) found.set(name, value);
  }
}

function deleteCommand(): Command {
  return nodeCommand('delete', 'Delete a parameter.')
    .argument('<node>')
    .argument('<parameter>')
    .action((name: string, parameter: string, words: ToolWords) =>
      withNode(words, name, async (network, node) => {
        const refused = await deleteParameters(network, node, [parameter]);
        return outcome(refused, 'Deleted parameter successfully', 'Deleting parameter failed');
      }),
    );
}
