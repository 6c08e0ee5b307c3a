import { Command } from 'commander';
import { OrreryError } from '../errors/index.js';
import type { MessageObject } from '../interfaces/index.js';
import { PackageIndex } from '../launch/index.js';
import { parseParameterValue } from '../parameters/index.js';
import { parameterMessage, type RosNetwork } from '../tools/index.js';
import { print } from './print.js';
import {
  commandGroup,
  fullName,
  networkCommand,
  refuse,
  type ToolWords,
  withNetwork,
} from './with_network.js';

/** Loading a component starts its node, which takes longer than most services. */
const PATIENCE_MS = 30_000;

export function componentCommand(): Command {
  return commandGroup('component', [listCommand(), typesCommand(), loadCommand(), unloadCommand()]);
}

const SERVICE = '/_container/list_nodes';

function containersOf({ system }: RosNetwork): readonly string[] {
  return system.services
    .filter(
      ({ name, types, givers }) =>
        givers.length > 0 &&
        name.endsWith(SERVICE) &&
        types.includes('composition_interfaces/srv/ListNodes'),
    )
    .map(({ name }) => name.slice(0, -SERVICE.length));
}

function ask(
  network: RosNetwork,
  container: string,
  [service, type]: readonly [service: string, type: string],
  request: MessageObject = {},
): Promise<MessageObject> {
  const found = network.types.service(`composition_interfaces/srv/${type}`);
  const content = found.request.normalize(request);
  return network.call(`${container}/_container/${service}`, found, content, PATIENCE_MS);
}

/** Does something with a container, if it exists. */
function withContainer(
  words: ToolWords,
  name: string,
  action: (network: RosNetwork, container: string) => Promise<number | undefined>,
): Promise<void> {
  return withNetwork(words, async (network) => {
    const container = fullName(name);
    return containersOf(network).includes(container)
      ? action(network, container)
      : refuse(`Unable to find container node '${name}'`);
  });
}

async function components(network: RosNetwork, container: string): Promise<string[]> {
  const answer = await ask(network, container, ['list_nodes', 'ListNodes']);
  const names = answer.full_node_names as string[];
  return Array.from(answer.unique_ids as ArrayLike<bigint>, (id, i) => `${id}  ${names[i]}\n`);
}

interface ListWords extends ToolWords {
  readonly containersOnly?: boolean;
}

function listCommand(): Command {
  return networkCommand('list', 'List containers and their components.')
    .argument('[container]')
    .option('--containers-only', 'list only the containers')
    .action((name: string | undefined, words: ListWords) => {
      if (name !== undefined) {
        return withContainer(words, name, async (network, container) => {
          if (words.containersOnly) return undefined;
          for (const each of await components(network, container)) print(each);
          return undefined;
        });
      }
      return withNetwork(words, async (network) => {
        for (const container of containersOf(network)) {
          print(`${container}\n`);
          if (words.containersOnly) continue;
          for (const each of await components(network, container)) print(`  ${each}`);
        }
        return undefined;
      });
    });
}

function typesCommand(): Command {
  return new Command('types')
    .description('List the components of AMENT_PREFIX_PATH and of the packages here.')
    .argument('[package]')
    .action((name: string | undefined) => {
      const { AMENT_PREFIX_PATH: amentPrefixPath } = process.env;
      const index = new PackageIndex({
        nodeModulesFrom: process.cwd(),
        ...(amentPrefixPath === undefined ? {} : { amentPrefixPath }),
      });
      if (name !== undefined) {
        for (const plugin of index.findPackage(name).components.keys()) print(`${plugin}\n`);
        return;
      }
      for (const { name: owner, components: all } of index.packages.values()) {
        if (all.size === 0) continue;
        print(`${owner}\n`);
        for (const plugin of all.keys()) print(`  ${plugin}\n`);
      }
    });
}

interface LoadWords extends ToolWords {
  readonly nodeName?: string;
  readonly nodeNamespace?: string;
  readonly logLevel?: string;
  readonly remapRule: readonly string[];
  readonly parameter: readonly string[];
  readonly extraArgument: readonly string[];
}

/** `rcl_interfaces/msg/Log` */
const LEVELS: Readonly<Record<string, number>> = {
  ...{ unset: 0, debug: 10, info: 20, warn: 30, error: 40, fatal: 50 },
};

const collect = (value: string, list: readonly string[]) => [...list, value];

function loadCommand(): Command {
  return networkCommand('load', 'Load a component into a container.')
    .argument('<container>', 'e.g. /ComponentManager')
    .argument('<package>', 'the package that contains it')
    .argument('<plugin>', 'e.g. composition::Talker')
    .option('-n, --node-name <name>', 'name of the node')
    .option('--node-namespace <namespace>', 'namespace of the node')
    .option('--log-level <level>', `log level of the node: ${Object.keys(LEVELS).join(', ')}`)
    .option('-r, --remap-rule <from:=to>', 'rename a topic or service (repeatable)', collect, [])
    .option('-p, --parameter <name:=value>', 'set a parameter (repeatable)', collect, [])
    .option(
      '-e, --extra-argument <name:=value>',
      'pass an extra argument to the container (repeatable)',
      collect,
      [],
    )
    .action((name: string, pkg: string, plugin: string, words: LoadWords) =>
      withContainer(words, name, async (network, container) => {
        const answer = await ask(network, container, ['load_node', 'LoadNode'], {
          ...{ package_name: pkg, plugin_name: plugin, node_name: words.nodeName ?? '' },
          node_namespace: words.nodeNamespace ?? '',
          log_level: levelOf(words.logLevel),
          remap_rules: [...words.remapRule],
          parameters: words.parameter.map(parameterOf),
          extra_arguments: words.extraArgument.map(parameterOf),
        });
        if (answer.success !== true) {
          return refuse(`Failed to load component: ${answer.error_message}`);
        }
        print(
          `Loaded component ${answer.unique_id} into '${container}' container node as '${answer.full_node_name}'\n`,
        );
        return undefined;
      }),
    );
}

function levelOf(text: string | undefined): number {
  const level = LEVELS[(text ?? 'unset').toLowerCase()];
  if (level !== undefined) return level;
  throw new OrreryError(
    'ORR_LIVE_OPTION',
    `"${text}" is not one of ${Object.keys(LEVELS).join(', ')}.`,
  );
}

function parameterOf(text: string): MessageObject {
  const [, name, value] = /^([^:]+):=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new OrreryError('ORR_LIVE_OPTION', `"${text}" is not of the form name:=value.`);
  }
  return { name, value: parameterMessage(parseParameterValue(value)) };
}

function unloadCommand(): Command {
  return networkCommand('unload', 'Unload components from a container.')
    .argument('<container>', 'e.g. /ComponentManager')
    .argument('<ids...>', 'numbers, as component list shows them')
    .option('-q, --quiet', 'print numbers only')
    .action((name: string, ids: string[], words: ToolWords & { readonly quiet?: boolean }) =>
      withContainer(words, name, async (network, container) => {
        for (const id of ids) {
          if (!/^\d{1,19}$/.test(id)) return refuse(`"${id}" is not the number of a component`);
          const request = { unique_id: BigInt(id) };
          const answer = await ask(network, container, ['unload_node', 'UnloadNode'], request);
          if (answer.success !== true) {
            return refuse(
              `Failed to unload component ${id} from '${container}' container node\n    ${answer.error_message}`,
            );
          }
          print(
            words.quiet
              ? `${id}\n`
              : `Unloaded component ${id} from '${container}' container node\n`,
          );
        }
        return undefined;
      }),
    );
}
