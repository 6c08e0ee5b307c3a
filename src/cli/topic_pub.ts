import type { Command } from 'commander';
import { pythonText, type RosNetwork, stampedFields } from '../tools/index.js';
import { print } from './print.js';
import { type QosWords, qosOfWords, withQosOptions } from './qos_words.js';
import { positiveInteger } from './whole_number.js';
import {
  fullName,
  interrupted,
  networkCommand,
  rateOf,
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
  readonly yamlFile?: string;
  readonly maxWaitTimeSecs?: string;
  readonly keepAlive?: string;
  readonly nodeName?: string;
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export function topicPubCommand(): Command {
  const command = networkCommand('pub', 'Publish a message, once a second unless told otherwise.')
    .argument('<topic>', 'e.g. /chatter')
    .argument('<type>', 'e.g. std_msgs/msg/String')
    .argument('[values]', "YAML, e.g. '{data: hello}'", '{}')
    .option('-r, --rate <hz>', 'messages per second', '1')
    .option('-1, --once', 'publish one message as soon as somebody subscribes')
    .option('-t, --times <n>', 'publish this many messages as soon as somebody subscribes')
    .option('-w, --wait-matching-subscriptions <n>', 'first wait for this many subscriptions')
    .option('--max-wait-time-secs <seconds>', 'longest wait for subscriptions')
    .option('--keep-alive <seconds>', 'stay this long after the last message', '0.1')
    .option('-n, --node-name <name>', 'name of the node that publishes')
    .option('--stdin', 'read the values from standard input')
    .option('--yaml-file <path>', 'read the values from a file; each document is a message')
    .option('-p, --print <n>', 'print every n-th message', '1');
  return withQosOptions(command).action(
    (topic: string, type: string, values: string, words: PubWords) =>
      withNetwork(words, async (network) => {
        const message = network.types.message(type);
        const contents = documentsOf(valuesOf(values, words), words).map((text) =>
          stampedFields(message, text),
        );
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
        const isThere = () => isOver || matched() >= wanted;
        if (!(await foundAll(network, isThere, wanted, words))) {
          return refuse(`Timed out waiting for ${wanted} matching subscription(s).`);
        }
        print('publisher: beginning loop\n');
        const period = 1000 / rateOf(words.rate);
        // 0 means none, as in ROS 2.
        const every = words.print === '0' ? Number.NaN : positiveInteger(words.print);
        for (let n = 1; n <= times && !isOver; n++) {
          const content = contents[(n - 1) % contents.length]!(Date.now());
          if (n % every === 0) print(`publishing #${n}: ${pythonText(message, content)}\n\n`);
          publish(message.encode(content));
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

/** Waits for subscriptions; false if there are still too few after the allowed time. */
async function foundAll(
  network: RosNetwork,
  isThere: () => boolean,
  wanted: number,
  { maxWaitTimeSecs }: PubWords,
): Promise<boolean> {
  if (isThere()) return true;
  print(`Waiting for at least ${wanted} matching subscription(s)...\n`);
  return await network.until(isThere, 1000 * Number(maxWaitTimeSecs ?? Number.POSITIVE_INFINITY));
}

function secondsOf(text: string | undefined): number {
  const seconds = Number(text);
  return seconds > 0 && seconds < 1e6 ? seconds : 0;
}

function timesOf({ once, times }: PubWords): number {
  if (once) return 1;
  return times === undefined || times === '0' ? Number.POSITIVE_INFINITY : positiveInteger(times);
}

/** The messages of a file, which are published in turn; a value on the command line is a single one. */
function documentsOf(text: string, { yamlFile }: PubWords): readonly string[] {
  if (yamlFile === undefined) return [text];
  const documents = text.split(/^---(?:[ \t].*)?$/m).filter((each) => each.trim() !== '');
  return documents.length === 0 ? [''] : documents;
}
