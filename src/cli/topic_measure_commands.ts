import { type Command, Option } from 'commander';
import { decodeShown } from '../interfaces/index.js';
import { BandwidthMeter, DelayMeter, type Meter, parseFilter, RateMeter } from '../tools/index.js';
import { type HearWords, hearTopic } from './hear_topic.js';
import { print } from './print.js';
import { withQosOptions } from './qos_words.js';
import { positiveInteger } from './whole_number.js';
import { fullName, networkCommand } from './with_network.js';

interface MeasureWords extends HearWords {
  readonly window?: string;
  readonly reports?: string;
  readonly filter?: string;
}

/** `hz`, `bw` and `delay`: a report each second, until Ctrl-C. */
export function topicMeasureCommands(): Command[] {
  return [
    measureCommand('hz', 'Measure how often messages come.', (window) => new RateMeter(window)),
    measureCommand(
      'bw',
      'Measure how many bytes come in a second.',
      (window) => new BandwidthMeter(window),
    ),
    measureCommand(
      'delay',
      'Measure how old messages are, by the stamp of their header.',
      (window) => new DelayMeter(window),
    ),
  ];
}

function measureCommand(
  name: string,
  description: string,
  meterOf: (window: number | undefined) => Meter,
): Command {
  const command = networkCommand(name, description)
    .argument('<topic>')
    .option('-w, --window <messages>', 'of so many last messages')
    .option('-n, --reports <n>', 'end after so many reports')
    .addOption(new Option('--run <path>', 'of a recording: a bag, or the directory of a run'));
  if (name === 'hz') {
    command
      .option('--filter <expression>', "only messages that fulfil it, e.g. 'm.data > 3'")
      .addOption(new Option('--wall-time', 'time is always that of the clock').hideHelp());
  }
  return withQosOptions(command).action(async (topic: string, words: MeasureWords) => {
    const meter = meterOf(words.window === undefined ? undefined : positiveInteger(words.window));
    const isWanted = words.filter === undefined ? undefined : parseFilter(words.filter);
    let left =
      words.reports === undefined ? Number.POSITIVE_INFINITY : positiveInteger(words.reports);
    if (name === 'bw') print(`Subscribed to [${fullName(topic)}]\n`);
    await hearTopic(words, topic, undefined, {
      message: ({ type, bytes, received }) => {
        if (isWanted?.(decodeShown(type, bytes)) === false) return true;
        const stamp = name === 'delay' ? stampOf(type.decode(bytes)) : undefined;
        meter.note(received, bytes.length, stamp);
        return true;
      },
      second: (now) => {
        const report = meter.report(now);
        if (report === undefined) return true;
        print(report);
        return --left > 0;
      },
    });
  });
}

/** Seconds; undefined without a header. */
function stampOf(message: Readonly<Record<string, unknown>>): number | undefined {
  const header = message.header as { stamp?: { sec: number; nanosec: number } } | undefined;
  return header?.stamp === undefined ? undefined : header.stamp.sec + header.stamp.nanosec / 1e9;
}
