import type { Command } from 'commander';
import { OrreryError } from '../errors/index.js';
import { pythonText, readFields } from '../tools/index.js';
import { print } from './print.js';
import { type QosWords, qosOfWords, withQosOptions } from './qos_words.js';
import { positiveInteger } from './whole_number.js';
import {
  fullName,
  interrupted,
  networkCommand,
  refuse,
  type ToolWords,
  valuesOf,
  withNetwork,
} from './with_network.js';

interface PubWords extends ToolWords, QosWords {
  readonly rate: string;
  readonly once?: boolean;
  readonly times?: string;
  readonly waitMatchingSubscriptions?: string;
  readonly print: string;
  readonly stdin?: boolean;
  readonly maxWaitTimeSecs?: string;
  readonly keepAlive?: string;
  readonly nodeName?: string;
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export function topicPubCommand(): Command {
  const command = networkCommand(
    'pub',
    'Publish a message, once a second unless it is told otherwise.',
  )
    .argument('<topic>')
    .argument('<type>')
    .argument('[values]', "YAML, e.g. '{data: hello}'", '{}')
    .option('-r, --rate <hz>', 'messages in a second', '1')
    .option('-1, --once', 'publish one message, when somebody hears it')
    .option('-t, --times <n>', 'publish so many messages, when somebody hears them')
    .option('-w, --wait-matching-subscriptions <n>', 'first wait for so many subscriptions')
    .option('--max-wait-time-secs <seconds>', 'give up waiting for subscriptions after so long')
    .option('--keep-alive <seconds>', 'stay so long after the last message', '0.1')
    .option('-n, --node-name <name>', 'name of the node that publishes')
    .option('--stdin', 'read the values from standard input')
    .option('-p, --print <n>', 'print each n-th message', '1');
  return withQosOptions(command).action(
    (topic: string, type: string, values: string, words: PubWords) =>
      withNetwork(words, async (network) => {
        const message = network.types.message(type);
        const content = readFields(message, valuesOf(values, words));
        const name = fullName(topic);
        const qos = qosOfWords(words, []);
        if (words.nodeName !== undefined) network.nodeName = words.nodeName;
        const { publish, matched } = network.advertise(name, message.name, qos);
        const times = timesOf(words);
        const isBounded = Number.isFinite(times);
        const wanted = Number(words.waitMatchingSubscriptions ?? (isBounded ? 1 : 0));
        let isOver = false;
        void interrupted().then(() => {
          isOver = true;
        });
        if (matched() < wanted) {
          print(`Waiting for at least ${wanted} matching subscription(s)...\n`);
          const seconds = Number(words.maxWaitTimeSecs ?? Number.POSITIVE_INFINITY);
          const isThere = () => isOver || matched() >= wanted;
          if (!(await network.until(isThere, seconds * 1000))) {
            return refuse(`Timed out waiting for ${wanted} matching subscription(s).`);
          }
        }
        print('publisher: beginning loop\n');
        const period = 1000 / rateOf(words.rate);
        const every = positiveInteger(words.print);
        const bytes = message.encode(content);
        for (let n = 1; n <= times && !isOver; n++) {
          if (n % every === 0) print(`publishing #${n}: ${pythonText(message, content)}\n\n`);
          publish(bytes);
          const due = performance.now() + period;
          while (n < times && !isOver && performance.now() < due) {
            await wait(Math.min(50, due - performance.now()));
          }
        }
        if (!isOver) await wait(1000 * secondsOf(words.keepAlive));
        return undefined;
      }),
  );
}

function secondsOf(text: string | undefined): number {
  const seconds = Number(text);
  return seconds > 0 && seconds < 1e6 ? seconds : 0;
}

function timesOf({ once, times }: PubWords): number {
  if (once) return 1;
  return times === undefined ? Number.POSITIVE_INFINITY : positiveInteger(times);
}

function rateOf(text: string): number {
  const rate = Number(text);
  if (rate > 0 && Number.isFinite(rate)) return rate;
  throw new OrreryError('ORR_RATE', `The rate "${text}" is not a number above 0; give e.g. 10.`);
}
