import type { Command } from 'commander';
import { messageYaml } from '../bag/index.js';
import type { MessageObject } from '../interfaces/index.js';
import { actionGoal, type EndpointInfo, readFields } from '../tools/index.js';
import { print } from './print.js';
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
  readonly stdin?: boolean;
}

export function actionCommand(): Command {
  return commandGroup('action', [listCommand(), infoCommand(), typeCommand(), sendGoalCommand()]);
}

function listCommand(): Command {
  return networkCommand('list', 'List the actions.')
    .option('-t, --show-types', 'with their types')
    .option('-c, --count-actions', 'only how many there are')
    .option('--json', 'print JSON')
    .action((words: ActionWords) =>
      withNetwork(words, async ({ system: { actions } }) => {
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
    .option('-t, --show-types', 'with their types')
    .option('-c, --count', 'only how many there are')
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
    .action((name: string, words: ActionWords) =>
      withNetwork(words, async ({ system }) => {
        const action = system.action(fullName(name));
        for (const type of action?.types ?? []) print(`${type}\n`);
        return action === undefined ? 1 : 0;
      }),
    );
}

const indented = (message: MessageObject) => messageYaml(message).replace(/^(?=.)/gm, '    ');

function sendGoalCommand(): Command {
  return networkCommand('send_goal', 'Send a goal and print the result.')
    .argument('<action>')
    .argument('<type>')
    .argument('[goal]', "YAML, e.g. '{order: 5}'", '{}')
    .option('-f, --feedback', 'print the feedback too')
    .option('--stdin', 'read the goal from standard input')
    .action((name: string, type: string, values: string, words: ActionWords) =>
      withNetwork(words, async (network) => {
        const action = network.types.action(type);
        const goal = readFields(action.goal, valuesOf(values, words));
        print(
          `Waiting for an action server to become available...\nSending goal:\n${indented(goal)}\n`,
        );
        const outcome = await actionGoal(network, fullName(name), action, goal, {
          accepted: (id) => print(`\nGoal accepted with ID: ${id}\n`),
          ended: interrupted().then(() => void print('\nCanceling goal...\n')),
          ...(words.feedback
            ? { feedback: (each: MessageObject) => print(`\nFeedback:\n${indented(each)}\n`) }
            : {}),
        });
        // As in ROS 2, the exit code does not say how a goal ended.
        if (outcome === undefined) {
          print('\nGoal was rejected.\n');
          return 0;
        }
        if (outcome.status === undefined) {
          print('\nGoal canceled.\n');
          return 0;
        }
        print(
          `\nResult:\n${indented(outcome.result)}\n\nGoal finished with status: ${outcome.status}\n`,
        );
        return 0;
      }),
    );
}
