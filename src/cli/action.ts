import { type Command, Option } from 'commander';
import { OrreryError } from '../errors/index.js';
import type { MessageObject, MessageType } from '../interfaces/index.js';
import {
  actionGoal,
  actionsAmong,
  type EndpointInfo,
  type NamedEndpoints,
  pythonTree,
  pythonYaml,
  readFields,
} from '../tools/index.js';
import { type Echoed, echoCommand } from './echo_command.js';
import { print } from './print.js';
import { recordedTopics } from './recorded_topics.js';
import { eventTopic, eventType, shownEvent } from './service_events.js';
import {
  commandGroup,
  fullName,
  interrupted,
  networkCommand,
  refuse,
  type ToolWords,
  valuesOf,
  withNetwork,
} from './with_network.js';

interface ActionWords extends ToolWords {
  readonly showTypes?: boolean;
  readonly countActions?: boolean;
  readonly feedback?: boolean;
  readonly run?: string;
  readonly stdin?: boolean;
  readonly yamlFile?: string;
}

export function actionCommand(): Command {
  return commandGroup('action', [
    listCommand(),
    infoCommand(),
    typeCommand(),
    findCommand(),
    echoCommand(EVENTS),
    sendGoalCommand(),
  ]);
}

const RUN = [
  '--run <path>',
  'look at a recording instead: a bag, or the directory of a run',
] as const;

/** Does something with the actions that there are, live or in a recording. */
async function withActions(
  words: ActionWords,
  action: (actions: readonly NamedEndpoints[]) => number | undefined,
): Promise<void> {
  if (words.run === undefined)
    await withNetwork(words, async ({ system }) => action(system.actions));
  else process.exitCode = action(actionsAmong(await recordedTopics(words.run))) ?? 0;
}

function listCommand(): Command {
  return networkCommand('list', 'List the actions.')
    .option('-t, --show-types', 'show their types, too')
    .option('-c, --count-actions', 'print only how many there are')
    .option(...RUN)
    .option('--json', 'print JSON')
    .action((words: ActionWords) =>
      withActions(words, (actions) => {
        if (words.json) {
          const plain = actions.map(({ name, types }) => ({ name, types }));
          print(`${JSON.stringify(plain, undefined, 2)}\n`);
        } else if (words.countActions) print(`${actions.length}\n`);
        else
          for (const { name, types } of actions) {
            print(words.showTypes ? `${name} [${types.join(', ')}]\n` : `${name}\n`);
          }
        return undefined;
      }),
    );
}

function infoCommand(): Command {
  return networkCommand('info', 'Show servers and clients of an action.')
    .argument('<action>')
    .option('-t, --show-types', 'show their types, too')
    .option('-c, --count', 'print only how many there are')
    .action((name: string, words: ActionWords & { count?: boolean }) =>
      withNetwork(words, async ({ system }) => {
        const action = system.action(fullName(name));
        if (action === undefined) return refuse(`Unknown action '${fullName(name)}'`);
        const ends = (title: string, all: readonly EndpointInfo[]) => {
          print(`Action ${title}: ${all.length}\n`);
          for (const { node, type } of words.count ? [] : all) {
            const who = node?.fullName ?? '_NODE_NAME_UNKNOWN_';
            print(words.showTypes ? `    ${who} [${type}]\n` : `    ${who}\n`);
          }
        };
        print(`Action: ${action.name}\n`);
        ends('clients', action.takers);
        ends('servers', action.givers);
        return undefined;
      }),
    );
}

function typeCommand(): Command {
  return networkCommand('type', 'Print the type of an action.')
    .argument('<action>')
    .option(...RUN)
    .action((name: string, words: ActionWords) =>
      withActions(words, (actions) => {
        const action = actions.find((each) => each.name === fullName(name));
        for (const type of action?.types ?? []) print(`${type}\n`);
        return action === undefined ? 1 : 0;
      }),
    );
}

function findCommand(): Command {
  return networkCommand('find', 'List the actions of a type.')
    .argument('<type>')
    .option('-c, --count-actions', 'print only how many there are')
    .option(...RUN)
    .action((type: string, words: ActionWords) =>
      withActions(words, (actions) => {
        const found = actions.filter(({ types }) => types.includes(type));
        if (words.countActions) print(`${found.length}\n`);
        else for (const { name } of found) print(`${name}\n`);
        return undefined;
      }),
    );
}

/** The parts of an action, by the names that ROS 2's command has for them: the topic of each, and its type. */
const INTERFACES: Readonly<
  Record<string, (action: string, type: string | undefined) => { name: string; type?: string }>
> = {
  GOAL_SERVICE: (action, type) => ({
    name: eventTopic(`${action}/_action/send_goal`),
    ...(type === undefined ? {} : { type: eventType(`${type}_SendGoal`) }),
  }),
  CANCEL_SERVICE: (action) => ({
    name: eventTopic(`${action}/_action/cancel_goal`),
    type: 'action_msgs/srv/CancelGoal_Event',
  }),
  RESULT_SERVICE: (action, type) => ({
    name: eventTopic(`${action}/_action/get_result`),
    ...(type === undefined ? {} : { type: eventType(`${type}_GetResult`) }),
  }),
  FEEDBACK_TOPIC: (action, type) => ({
    name: `${action}/_action/feedback`,
    ...(type === undefined ? {} : { type: `${type}_FeedbackMessage` }),
  }),
  STATUS_TOPIC: (action) => ({
    name: `${action}/_action/status`,
    type: 'action_msgs/msg/GoalStatusArray',
  }),
};

/** The events of an action: its topics, and those of its services that have introspection switched on. */
const EVENTS: Echoed = {
  argument: '<action>',
  description:
    'Print feedback, states and, if introspection is switched on, services of an action.',
  options: [
    new Option(
      '-i, --interfaces <names>',
      `only these, with | between them: ${Object.keys(INTERFACES).join(', ')}`,
    ),
  ],
  topics: (name, type, words) =>
    interfacesOf(words.interfaces).map((each) => INTERFACES[each]!(fullName(name), type)),
  shown: shownEvent,
  heading: (topic) => {
    const action = topic.slice(0, topic.indexOf('/_action/'));
    const found = Object.entries(INTERFACES).find(([, of]) => of(action, '').name === topic);
    return `interface: ${found?.[0]}\n`;
  },
};

function interfacesOf(names: string | undefined): readonly string[] {
  if (names === undefined) return Object.keys(INTERFACES);
  return names.split('|').map((each) => {
    const name = each.trim().toUpperCase();
    if (name in INTERFACES) return name;
    throw new OrreryError('ORR_LIVE_OPTION', `"${each.trim()}" is not an interface of an action.`);
  });
}

const yamlOf = (type: MessageType, message: MessageObject) => pythonYaml(pythonTree(type, message));

function sendGoalCommand(): Command {
  return networkCommand('send_goal', 'Send a goal and print the result.')
    .argument('<action>', 'e.g. /fibonacci')
    .argument('<type>', 'e.g. example_interfaces/action/Fibonacci')
    .argument('[goal]', "YAML, e.g. '{order: 5}'", '{}')
    .option('-f, --feedback', 'print the feedback too')
    .option('--stdin', 'read the goal from standard input')
    .option('--yaml-file <path>', 'read the goal from a file')
    .action((name: string, type: string, values: string, words: ActionWords) =>
      withNetwork(words, async (network) => {
        const action = network.types.action(type);
        const goal = readFields(action.goal, valuesOf(values, words));
        print(
          `Waiting for an action server to become available...\nSending goal:\n     ${yamlOf(action.goal, goal)}\n`,
        );
        const outcome = await actionGoal(network, fullName(name), action, goal, {
          accepted: (id) => print(`Goal accepted with ID: ${id}\n\n`),
          ended: interrupted().then(() => void print('Canceling goal...\n')),
          ...(words.feedback
            ? {
                feedback: (each: MessageObject) =>
                  print(`Feedback:\n    ${yamlOf(action.feedback, each)}\n`),
              }
            : {}),
        });
        // As in ROS 2, the exit code does not say how a goal ended.
        if (outcome === undefined) {
          print('Goal was rejected.\n');
          return 0;
        }
        if (outcome.status === undefined) {
          print('Goal canceled.\n');
          return 0;
        }
        print(
          `Result:\n    ${yamlOf(action.result, outcome.result)}\nGoal finished with status: ${outcome.status}\n`,
        );
        return 0;
      }),
    );
}
