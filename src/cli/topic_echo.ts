import { type Command, Option } from 'commander';
import { messageJson, messageYaml } from '../bag/index.js';
import type { MessageObject, NumericArray } from '../interfaces/index.js';
import { fieldOf } from '../tools/index.js';
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
  readonly timeout?: string;
}

export function topicEchoCommand(): Command {
  const command = networkCommand('echo', 'Prints the messages of a topic.')
    .argument('<topic>')
    .argument('[type]')
    .option('--once', 'print one message')
    .option('-n, --count <messages>', 'print so many messages')
    .option('--field <path>', 'print only this field, e.g. pose.position.x')
    .option('--csv', 'print values, separated by commas')
    .option('-f, --full-length', 'do not cut long arrays')
    .option('--timeout <seconds>', 'end with exit code 1 when nothing comes for so long')
    .addOption(new Option('--run <path>', 'of a recording: a bag, or the directory of a run'))
    .option('--json', 'one JSON object per line');
  return withQosOptions(command).action(
    async (topic: string, type: string | undefined, words: EchoWords) => {
      const count =
        words.count === undefined ? Number.POSITIVE_INFINITY : positiveInteger(words.count);
      let left = words.once === true ? 1 : count;
      let silence = 0;
      const patience =
        words.timeout === undefined ? Number.POSITIVE_INFINITY : Number(words.timeout);
      let isLate = false;
      await hearTopic(words, topic, type, {
        message: ({ type: { decode }, type: own, bytes }) => {
          silence = 0;
          let message: MessageObject;
          try {
            message = decode.call(own, bytes);
          } catch (error) {
            printNote(`A message cannot be read: ${String(error)}\n`);
            return true;
          }
          print(echoText(message, words));
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

function echoText(message: MessageObject, words: EchoWords): string {
  const value = words.field === undefined ? message : fieldOf(message, words.field);
  if (words.csv) return `${csvValues(value).join(',')}\n`;
  if (words.json) return `${messageJson(value as MessageObject)}\n`;
  const options = words.fullLength ? {} : { maxArrayLength: CUT };
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
