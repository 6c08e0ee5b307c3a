import { type Command, Option } from 'commander';
import { type MessageTextOptions, messageJson, messageYaml } from '../bag/index.js';
import {
  decodeShown,
  type MessageObject,
  type MessageType,
  type NumericArray,
} from '../interfaces/index.js';
import { abbreviated, fieldOf } from '../tools/index.js';
import { type HearWords, hearTopic } from './hear_topic.js';
import { print, printNote } from './print.js';
import { withQosOptions } from './qos_words.js';
import { positiveInteger } from './whole_number.js';
import { networkCommand } from './with_network.js';

/** ROS 2 cuts longer arrays unless it is told not to. */
const CUT = 128;

interface EchoWords extends HearWords {
  readonly once?: boolean;
  readonly count?: string;
  readonly field?: string;
  readonly csv?: boolean;
  readonly fullLength?: boolean;
  readonly truncateLength?: string;
  readonly flowStyle?: boolean;
  readonly arr: boolean;
  readonly str: boolean;
  readonly timeout?: string;
}

/** What the words of an echo command mean: a topic, or a service, whose events are on a topic. */
export interface Echoed {
  readonly argument: string;
  readonly description: string;
  topic(name: string): string;
  /** The type of the messages. */
  type(given: string): string;
  /** The message as it is shown. */
  shown(message: MessageObject): MessageObject;
}

const TOPIC: Echoed = {
  argument: '<topic>',
  description: 'Prints the messages of a topic.',
  topic: (name) => name,
  type: (given) => given,
  shown: (message) => message,
};

export function echoCommand(echoed: Echoed = TOPIC): Command {
  const command = networkCommand('echo', echoed.description)
    .argument(echoed.argument)
    .argument('[type]')
    .option('--once', 'print one message')
    .option('-n, --count <messages>', 'print so many messages')
    .option('--field <path>', 'print only this field, e.g. pose.position.x')
    .option('--csv', 'print values, separated by commas')
    .option('-f, --full-length', 'do not cut long arrays')
    .option('-l, --truncate-length <items>', `cut arrays after so many items (default: ${CUT})`)
    .option('--flow-style', 'print arrays of messages on one line')
    .option('--no-arr', 'print type and length of arrays instead of their items')
    .option('--no-str', 'print the length of texts instead of the texts')
    .option('--timeout <seconds>', 'end with exit code 1 when nothing comes for so long')
    .addOption(new Option('--run <path>', 'of a recording: a bag, or the directory of a run'))
    .option('--json', 'one JSON object per line');
  return withQosOptions(command).action(
    async (name: string, given: string | undefined, words: EchoWords) => {
      const type = given === undefined ? undefined : echoed.type(given);
      const count =
        words.count === undefined ? Number.POSITIVE_INFINITY : positiveInteger(words.count);
      let left = words.once === true ? 1 : count;
      let silence = 0;
      const patience =
        words.timeout === undefined ? Number.POSITIVE_INFINITY : Number(words.timeout);
      const options = words.fullLength ? {} : { maxArrayLength: lengthOf(words) };
      const style = { ...options, flowArrays: words.flowStyle === true };
      let isLate = false;
      await hearTopic(words, echoed.topic(name), type, {
        message: ({ type: own, bytes }) => {
          silence = 0;
          let message: MessageObject;
          try {
            message = decodeShown(own, bytes);
          } catch (error) {
            printNote(`A message cannot be read: ${String(error)}\n`);
            return true;
          }
          print(echoText(echoed.shown(abridged(own, message, words)), words, style));
          return --left > 0;
        },
        second: () => {
          isLate = words.run === undefined && ++silence >= patience;
          return !isLate;
        },
      });
      if (isLate) process.exitCode = 1;
    },
  );
}

function lengthOf({ truncateLength }: EchoWords): number {
  return truncateLength === undefined ? CUT : positiveInteger(truncateLength);
}

function abridged(type: MessageType, message: MessageObject, words: EchoWords): MessageObject {
  if (words.arr && words.str) return message;
  return abbreviated(type, message, { arrays: !words.arr, strings: !words.str });
}

function echoText(message: MessageObject, words: EchoWords, options: MessageTextOptions): string {
  const value = words.field === undefined ? message : fieldOf(message, words.field);
  if (words.csv) return `${csvValues(value).join(',')}\n`;
  if (words.json) return `${messageJson(value as MessageObject)}\n`;
  const isMessage = typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
  if (isMessage && !Array.isArray(value))
    return `${messageYaml(value as MessageObject, options)}\n---\n`;
  const text = messageYaml({ value }, options);
  return `${text.replace(/^value: ?/, '').replace(/^\n/, '')}\n---\n`;
}

function csvValues(value: unknown): string[] {
  if (ArrayBuffer.isView(value)) return Array.from(value as NumericArray, String);
  if (Array.isArray(value)) return value.flatMap(csvValues);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(csvValues);
  return [typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value)];
}
