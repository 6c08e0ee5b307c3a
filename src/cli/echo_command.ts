import { type Command, Option } from 'commander';
import { type MessageTextOptions, messageJson, messageYaml } from '../bag/index.js';
import { OrreryError } from '../errors/index.js';
import {
  decodeShown,
  type MessageObject,
  type MessageType,
  type NumericArray,
} from '../interfaces/index.js';
import { abbreviated, fieldOf, parseFilter } from '../tools/index.js';
import { type HeardMessage, type HearWords, hearTopic } from './hear_topic.js';
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
  readonly filter?: string;
  readonly raw?: boolean;
  readonly includeMessageInfo?: boolean;
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
  description: 'Print the messages of a topic.',
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
    .option('--filter <expression>', "only messages that fulfil it, e.g. 'm.data > 3'")
    .option('--raw', 'print the bytes of the messages')
    .option('--include-message-info', 'print times and number of each message before it')
    .addOption(new Option('--no-lost-messages', 'they are not reported').hideHelp())
    .option('--timeout <seconds>', 'end with exit code 1 when nothing comes for so long')
    .addOption(new Option('--run <path>', 'of a recording: a bag, or the directory of a run'))
    .option('--json', 'one JSON object per line');
  return withQosOptions(command).action(
    async (name: string, given: string | undefined, words: EchoWords) => {
      const type = given === undefined ? undefined : echoed.type(given);
      let left = countOf(words);
      let silence = 0;
      const patience =
        words.timeout === undefined ? Number.POSITIVE_INFINITY : Number(words.timeout);
      const options = words.fullLength ? {} : { maxArrayLength: lengthOf(words) };
      const style = { ...options, flowArrays: words.flowStyle === true };
      const isWanted = words.filter === undefined ? () => true : parseFilter(words.filter);
      let isLate = false;
      await hearTopic(words, echoed.topic(name), type, {
        message: (heard) => {
          silence = 0;
          const info = words.includeMessageInfo ? infoText(heard, words) : '';
          if (words.raw) {
            print(`${info}${bytesText(heard.bytes)}\n---\n`);
            return --left > 0;
          }
          let message: MessageObject;
          try {
            message = decodeShown(heard.type, heard.bytes);
          } catch (error) {
            printNote(`A message cannot be read: ${String(error)}\n`);
            return true;
          }
          if (!isWanted(partOf(message, words))) return true;
          const shown = echoed.shown(abridged(heard.type, message, words));
          print(`${info}${echoText(shown, words, style)}`);
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

function countOf({ once, count }: EchoWords): number {
  if (once) return 1;
  return count === undefined ? Number.POSITIVE_INFINITY : positiveInteger(count);
}

function lengthOf({ truncateLength }: EchoWords): number {
  return truncateLength === undefined ? CUT : positiveInteger(truncateLength);
}

function abridged(type: MessageType, message: MessageObject, words: EchoWords): MessageObject {
  if (words.arr && words.str) return message;
  return abbreviated(type, message, { arrays: !words.arr, strings: !words.str });
}

/** The field that was asked for, or the whole message. */
function partOf(message: MessageObject, { field }: EchoWords): unknown {
  if (field === undefined) return message;
  const part = fieldOf(message, field);
  if (part !== undefined) return part;
  throw new OrreryError(
    'ORR_TOOL_VALUES',
    `The messages have no field "${field}"; write it as e.g. pose.position.x or transforms[0].header.`,
  );
}

/** Bytes as Python shows them. */
function bytesText(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => {
    const isPlain = byte >= 32 && byte < 127 && byte !== 39 && byte !== 92;
    return isPlain ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
  });
  return `b'${text.join('')}'`;
}

function infoText({ sourceTime, received, sequence }: HeardMessage, words: EchoWords): string {
  const info = {
    source_timestamp: sourceTime ?? 0n,
    received_timestamp: BigInt(Math.round(received * 1e9)),
    publication_sequence_number: sequence ?? null,
    reception_sequence_number: null,
  };
  if (words.csv) return `${Object.values(info).map(String).join(',')},`;
  return `${messageYaml(info)}\n---\n`;
}

function echoText(message: MessageObject, words: EchoWords, options: MessageTextOptions): string {
  const value = partOf(message, words);
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
