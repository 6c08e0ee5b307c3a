import { type Command, Option } from 'commander';
import { messageJson } from '../bag/index.js';
import { OrreryError } from '../errors/index.js';
import { decodeShown, type MessageObject } from '../interfaces/index.js';
import {
  abbreviated,
  fieldOf,
  isRecord,
  itemsOf,
  type PythonTree,
  parseFilter,
  pythonStr,
  pythonTree,
  pythonYaml,
  truncated,
} from '../tools/index.js';
import { type Heard, type HeardMessage, type HearWords, hearTopics } from './hear_topics.js';
import { print, printNote } from './print.js';
import { withQosOptions } from './qos_words.js';
import { positiveInteger } from './whole_number.js';
import { networkCommand } from './with_network.js';

/** ROS 2 cuts longer arrays and texts unless it is told not to. */
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
  readonly interfaces?: string;
}

/** What an echo command prints: a topic, or a service or action, whose events are on topics. */
export interface Echoed {
  readonly argument: string;
  readonly description: string;
  readonly options: readonly Option[];
  topics(name: string, type: string | undefined, words: EchoWords): readonly Heard[];
  /** The message as it is shown. */
  shown(message: MessageObject): MessageObject;
  /** The text before each message. */
  heading?(topic: string): string;
}

const INFO = 'print times and number of each message before it';

const TOPIC: Echoed = {
  argument: '<topic>',
  description: 'Print the messages of a topic.',
  options: [new Option('-i, --include-message-info', INFO)],
  topics: (name, type) => [{ name, type }],
  shown: (message) => message,
};

export function echoCommand(echoed: Echoed = TOPIC): Command {
  const command = networkCommand('echo', echoed.description)
    .argument(echoed.argument)
    .argument('[type]')
    .option('--once', 'print one message')
    .option('-n, --count <messages>', 'print this many messages')
    .option('--field <path>', 'print only this field, e.g. pose.position.x')
    .option('--csv', 'print values, separated by commas')
    .option('-f, --full-length', 'do not cut long arrays and texts')
    .option(
      '-l, --truncate-length <items>',
      `cut long arrays and texts after this many items (default: ${CUT})`,
    )
    .option('--flow-style', 'print each message on one line')
    .option('--no-arr', 'print type and length of arrays instead of their items')
    .option('--no-str', 'print the length of texts instead of the texts')
    .option('--filter <expression>', "only messages that fulfil it, e.g. 'm.data > 3'")
    .option('--raw', 'print the bytes of the messages')
    .addOption(new Option('--no-lost-messages', 'they are not reported').hideHelp())
    .option('--timeout <seconds>', 'end with exit code 1 when nothing comes for this long')
    .addOption(
      new Option(
        '--run <path>',
        'print from a recording instead: a bag, or the directory of a run',
      ),
    )
    .option('--json', 'one JSON object per line');
  for (const option of echoed.options) command.addOption(option);
  return withQosOptions(command).action(
    (name: string, type: string | undefined, words: EchoWords) => echo(echoed, name, type, words),
  );
}

async function echo(
  echoed: Echoed,
  name: string,
  type: string | undefined,
  words: EchoWords,
): Promise<void> {
  let left = countOf(words);
  let silence = 0;
  const patience = words.timeout === undefined ? Number.POSITIVE_INFINITY : Number(words.timeout);
  const isWanted = words.filter === undefined ? () => true : parseFilter(words.filter);
  let isLate = false;
  await hearTopics(words, echoed.topics(name, type, words), {
    message: (heard) => {
      silence = 0;
      if (words.raw) {
        print(`${headOf(echoed, heard, words)}${bytesText(heard.bytes)}\n---\n`);
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
      print(`${headOf(echoed, heard, words)}${echoText(echoed, heard, message, words)}`);
      return --left > 0;
    },
    second: () => {
      isLate = words.run === undefined && ++silence >= patience;
      return !isLate;
    },
  });
  if (isLate) process.exitCode = 1;
}

function countOf({ once, count }: EchoWords): number {
  if (once) return 1;
  return count === undefined ? Number.POSITIVE_INFINITY : positiveInteger(count);
}

function lengthOf({ truncateLength, fullLength }: EchoWords): number {
  if (fullLength) return Number.POSITIVE_INFINITY;
  return truncateLength === undefined ? CUT : positiveInteger(truncateLength);
}

/** The field that `--field` names, or the whole message. */
function partOf(message: unknown, { field }: EchoWords): unknown {
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

function headOf(echoed: Echoed, heard: HeardMessage, words: EchoWords): string {
  const heading = words.json ? '' : (echoed.heading?.(heard.topic) ?? '');
  return `${heading}${words.includeMessageInfo ? infoText(heard, words) : ''}`;
}

function infoText({ sourceTime, received, sequence }: HeardMessage, words: EchoWords): string {
  const info = {
    source_timestamp: sourceTime ?? 0n,
    received_timestamp: BigInt(Math.round(received * 1e9)),
    publication_sequence_number: sequence ?? null,
    reception_sequence_number: null,
  };
  if (words.csv) return `${Object.values(info).map(String).join(',')},`;
  return `${pythonYaml(info)}---\n`;
}

function echoText(
  echoed: Echoed,
  { type }: HeardMessage,
  message: MessageObject,
  words: EchoWords,
): string {
  const what = { arrays: !words.arr, strings: !words.str };
  if (words.json) {
    const isCut = what.arrays || what.strings;
    const shown = echoed.shown(isCut ? abbreviated(type, message, what) : message);
    return `${messageJson(partOf(shown, words) as MessageObject)}\n`;
  }
  const tree = echoed.shown(pythonTree(type, message, what) as MessageObject);
  const part: PythonTree = truncated(partOf(tree, words), lengthOf(words));
  if (words.csv) return `${csvValues(part).join(',')}\n`;
  const isWhole = isRecord(part) || itemsOf(part) !== undefined;
  return `${isWhole ? pythonYaml(part, words.flowStyle) : `${pythonStr(part)}\n`}---\n`;
}

function csvValues(part: PythonTree): string[] {
  const items = itemsOf(part);
  if (items !== undefined) return items.flatMap(csvValues);
  return isRecord(part) ? Object.values(part).flatMap(csvValues) : [pythonStr(part)];
}
