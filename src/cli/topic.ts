import type { Command } from 'commander';
import { type EndpointInfo, isHidden, type NamedEndpoints } from '../tools/index.js';
import { echoCommand } from './echo_command.js';
import { endpointText } from './endpoint_text.js';
import { print } from './print.js';
import { recordedTopics } from './recorded_topics.js';
import { topicMeasureCommands } from './topic_measure_commands.js';
import { topicPubCommand } from './topic_pub.js';
import {
  alsoCalled,
  commandGroup,
  fullName,
  networkCommand,
  refuse,
  type ToolWords,
  withNetwork,
} from './with_network.js';

interface ListWords extends ToolWords {
  readonly showTypes?: boolean;
  readonly verbose?: boolean;
  readonly countTopics?: boolean;
  readonly includeHiddenTopics?: boolean;
  readonly run?: string;
}

export function topicCommand(): Command {
  return commandGroup('topic', [
    listCommand(),
    infoCommand(),
    typeCommand(),
    findCommand(),
    echoCommand(),
    ...topicMeasureCommands(),
    topicPubCommand(),
  ]);
}

/** Does something with the topics that there are. */
async function withTopics(
  words: ListWords,
  action: (topics: readonly NamedEndpoints[]) => number | undefined,
): Promise<void> {
  if (words.run !== undefined) process.exitCode = action(await recordedTopics(words.run)) ?? 0;
  else await withNetwork(words, async ({ system }) => action(system.topics));
}

const RUN = [
  '--run <path>',
  'look at a recording instead: a bag, or the directory of a run',
] as const;

function listCommand(): Command {
  return networkCommand('list', 'List the topics.')
    .option('-t, --show-types', 'show their types, too')
    .option('-v, --verbose', 'show types and the numbers of publishers and subscribers, too')
    .option('-c, --count-topics', 'print only how many there are')
    .addOption(alsoCalled('--count', 'countTopics'))
    .option('--include-hidden-topics', 'include those with a part that begins with _')
    .addOption(alsoCalled('-a, --all', 'includeHiddenTopics'))
    .option(...RUN)
    .option('--json', 'print JSON')
    .action((words: ListWords) =>
      withTopics(words, (all) => {
        const topics = all.filter(({ name }) => words.includeHiddenTopics || !isHidden(name));
        if (words.json) printTopicsJson(topics);
        else if (words.countTopics) print(`${topics.length}\n`);
        else if (words.verbose) print(topics.length === 0 ? '' : verboseList(topics));
        else
          for (const { name, types } of topics) {
            print(words.showTypes ? `${name} [${types.join(', ')}]\n` : `${name}\n`);
          }
        return undefined;
      }),
    );
}

function printTopicsJson(topics: readonly NamedEndpoints[]): void {
  const plain = topics.map(({ name, types, givers, takers }) => ({
    ...{ name, types, publishers: givers.length, subscriptions: takers.length },
  }));
  print(`${JSON.stringify(plain, undefined, 2)}\n`);
}

function verboseList(topics: readonly NamedEndpoints[]): string {
  const part = (side: 'givers' | 'takers', what: string) =>
    topics
      .filter((topic) => topic[side].length > 0)
      .map((topic) => {
        const count = topic[side].length;
        return ` * ${topic.name} [${topic.types.join(', ')}] ${count} ${what}${count === 1 ? '' : 's'}\n`;
      })
      .join('');
  return `Published topics:\n${part('givers', 'publisher')}\nSubscribed topics:\n${part('takers', 'subscriber')}\n`;
}

function infoCommand(): Command {
  return networkCommand('info', 'Show type, publishers and subscriptions of a topic.')
    .argument('<topic>')
    .option('-v, --verbose', 'show nodes, QoS and type hashes, too')
    .option(...RUN)
    .option('--json', 'print JSON')
    .action((name: string, words: ListWords) =>
      withTopics(words, (topics) => {
        const topic = topics.find((each) => each.name === fullName(name));
        if (topic === undefined) return refuse(`Unknown topic '${fullName(name)}'`);
        const { types, givers, takers } = topic;
        const type = types.length === 1 ? types[0]! : `['${types.join("', '")}']`;
        if (words.json) {
          print(`${JSON.stringify(topic, infinite, 2)}\n`);
        } else if (words.verbose && words.run === undefined) {
          const ends = (all: readonly EndpointInfo[], kind: 'PUBLISHER' | 'SUBSCRIPTION') =>
            all.map((end) => `${endpointText(end, kind)}\n`).join('');
          print(
            `Type: ${type}\n\nPublisher count: ${givers.length}\n\n${ends(givers, 'PUBLISHER')}` +
              `Subscription count: ${takers.length}\n\n${ends(takers, 'SUBSCRIPTION')}`,
          );
        } else {
          print(
            `Type: ${type}\nPublisher count: ${givers.length}\nSubscription count: ${takers.length}\n`,
          );
        }
        return undefined;
      }),
    );
}

function infinite(_key: string, value: unknown): unknown {
  return value === Number.POSITIVE_INFINITY ? 'Infinity' : value;
}

function typeCommand(): Command {
  return networkCommand('type', 'Print the type of a topic.')
    .argument('<topic>')
    .option(...RUN)
    .action((name: string, words: ListWords) =>
      withTopics(words, (topics) => {
        const topic = topics.find((each) => each.name === fullName(name));
        for (const type of topic?.types ?? []) print(`${type}\n`);
        return topic === undefined ? 1 : 0;
      }),
    );
}

function findCommand(): Command {
  return networkCommand('find', 'List the topics of a type.')
    .argument('<type>')
    .option('-c, --count-topics', 'print only how many there are')
    .option('--include-hidden-topics', 'include those with a part that begins with _')
    .option(...RUN)
    .action((type: string, words: ListWords) =>
      withTopics(words, (topics) => {
        const found = topics.filter(
          ({ name, types }) =>
            types.includes(type) && (words.includeHiddenTopics || !isHidden(name)),
        );
        if (words.countTopics) print(`${found.length}\n`);
        else for (const { name } of found) print(`${name}\n`);
        return undefined;
      }),
    );
}
