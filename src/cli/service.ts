import type { Command } from 'commander';
import { type EndpointInfo, isHidden, pythonText, readFields } from '../tools/index.js';
import { type Echoed, echoCommand } from './echo_command.js';
import { endpointText } from './endpoint_text.js';
import { print } from './print.js';
import { eventTopic, eventType, shownEvent } from './service_events.js';
import {
  commandGroup,
  fullName,
  interrupted,
  networkCommand,
  rateOf,
  refuse,
  type ToolWords,
  valuesOf,
  withNetwork,
} from './with_network.js';

interface ServiceWords extends ToolWords {
  readonly showTypes?: boolean;
  readonly countServices?: boolean;
  readonly includeHiddenServices?: boolean;
  readonly timeout?: string;
  readonly rate?: string;
  readonly stdin?: boolean;
  readonly yamlFile?: string;
}

/** The events of a service whose server or client has introspection switched on. */
const EVENTS: Echoed = {
  argument: '<service>',
  description: 'Print the events of a service that has introspection switched on.',
  options: [],
  topics: (name, type) => [
    { name: eventTopic(name), type: type === undefined ? undefined : eventType(type) },
  ],
  shown: shownEvent,
};

export function serviceCommand(): Command {
  return commandGroup('service', [
    listCommand(),
    typeCommand(),
    findCommand(),
    infoCommand(),
    callCommand(),
    echoCommand(EVENTS),
  ]);
}

function listCommand(): Command {
  return networkCommand('list', 'List the services.')
    .option('-t, --show-types', 'show their types, too')
    .option('-c, --count-services', 'print only how many there are')
    .option('--include-hidden-services', 'include those with a part that begins with _')
    .option('--json', 'print JSON')
    .action((words: ServiceWords) =>
      withNetwork(words, async ({ system }) => {
        const services = system.services.filter(
          ({ name, givers }) =>
            givers.length > 0 && (words.includeHiddenServices || !isHidden(name)),
        );
        if (words.json) {
          const plain = services.map(({ name, types, givers, takers }) => ({
            ...{ name, types, servers: givers.length, clients: takers.length },
          }));
          print(`${JSON.stringify(plain, undefined, 2)}\n`);
        } else if (words.countServices) print(`${services.length}\n`);
        else
          for (const { name, types } of services) {
            print(words.showTypes ? `${name} [${types.join(', ')}]\n` : `${name}\n`);
          }
        return undefined;
      }),
    );
}

function typeCommand(): Command {
  return networkCommand('type', 'Print the type of a service.')
    .argument('<service>')
    .action((name: string, words: ServiceWords) =>
      withNetwork(words, async ({ system }) => {
        const service = system.service(fullName(name));
        for (const type of service?.types ?? []) print(`${type}\n`);
        return service === undefined ? 1 : 0;
      }),
    );
}

function findCommand(): Command {
  return networkCommand('find', 'List the services of a type.')
    .argument('<type>')
    .option('-c, --count-services', 'print only how many there are')
    .option('--include-hidden-services', 'include those with a part that begins with _')
    .action((type: string, words: ServiceWords) =>
      withNetwork(words, async ({ system }) => {
        const found = system.services.filter(
          ({ name, types, givers }) =>
            types.includes(type) &&
            givers.length > 0 &&
            (words.includeHiddenServices || !isHidden(name)),
        );
        if (words.countServices) print(`${found.length}\n`);
        else for (const { name } of found) print(`${name}\n`);
        return undefined;
      }),
    );
}

function infoCommand(): Command {
  return networkCommand('info', 'Show type, servers and clients of a service.')
    .argument('<service>')
    .option('-v, --verbose', 'show nodes, QoS and type hashes, too')
    .action((name: string, words: ServiceWords & { readonly verbose?: boolean }) =>
      withNetwork(words, async ({ system }) => {
        const service = system.service(fullName(name));
        if (service === undefined) return refuse(`Unknown service '${fullName(name)}'`);
        const { types, givers, takers } = service;
        const ends = (all: readonly EndpointInfo[], kind: 'CLIENT' | 'SERVER') =>
          words.verbose ? `\n${all.map((end) => `${endpointText(end, kind)}\n`).join('')}` : '';
        const type = types.length === 1 ? types[0]! : `['${types.join("', '")}']`;
        print(
          `Type: ${type}\nClients count: ${takers.length}\n${ends(takers, 'CLIENT')}` +
            `Services count: ${givers.length}\n${ends(givers, 'SERVER')}`,
        );
        return undefined;
      }),
    );
}

function callCommand(): Command {
  return networkCommand('call', 'Call a service and print the response.')
    .argument('<service>', 'e.g. /add_two_ints')
    .argument('<type>', 'e.g. example_interfaces/srv/AddTwoInts')
    .argument('[values]', "YAML, e.g. '{a: 1, b: 2}'", '{}')
    .option('-r, --rate <hz>', 'repeat the call at this rate')
    .option('--timeout <seconds>', 'give up after this long')
    .option('--stdin', 'read the values from standard input')
    .option('--yaml-file <path>', 'read the values from a file')
    .action((name: string, type: string, values: string, words: ServiceWords) =>
      withNetwork(words, async (network) => {
        const service = network.types.service(type);
        const request = readFields(service.request, valuesOf(values, words));
        const patience =
          words.timeout === undefined ? Number.POSITIVE_INFINITY : Number(words.timeout) * 1000;
        const period = words.rate === undefined ? undefined : 1000 / rateOf(words.rate);
        let isOver = false;
        void interrupted().then(() => {
          isOver = true;
        });
        print('waiting for service to become available...\n');
        for (let due = performance.now(); ; ) {
          print(`requester: making request: ${pythonText(service.request, request)}\n\n`);
          const response = await network.call(fullName(name), service, request, patience);
          print(`response:\n${pythonText(service.response, response)}\n\n`);
          if (period === undefined || isOver) return undefined;
          // Measured from call to call, as in ROS 2; an answer that takes longer delays the next call.
          due = Math.max(due + period, performance.now());
          await network.until(() => isOver || performance.now() >= due);
          if (isOver) return undefined;
        }
      }),
    );
}
