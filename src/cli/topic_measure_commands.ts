import { type Command, Option } from 'commander';
import { OrreryError } from '../errors/index.js';
import { decodeShown } from '../interfaces/index.js';
import {
  BandwidthMeter,
  DelayMeter,
  type Meter,
  measuredTable,
  parseFilter,
  RateMeter,
} from '../tools/index.js';
import { type HearWords, hearTopics } from './hear_topics.js';
import { print } from './print.js';
import { withQosOptions } from './qos_words.js';
import { positiveInteger } from './whole_number.js';
import { networkCommand } from './with_network.js';

interface MeasureWords extends HearWords {
  readonly all?: boolean;
  readonly window?: string;
  readonly reports?: string;
  readonly filter?: string;
}

/** `hz`, `bw` and `delay`: print a report each second, until Ctrl-C. */
export function topicMeasureCommands(): Command[] {
  return [
    measureCommand('hz', 'Measure how often messages arrive.', (window) => new RateMeter(window)),
    measureCommand(
      'bw',
      'Measure how many bytes arrive per second.',
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
    .argument('[topics...]')
    .option('-a, --all', 'measure all topics')
    .option('-w, --window <messages>', 'measure over this many of the latest messages')
    .option('-n, --reports <n>', 'end after this many reports')
    .addOption(
      new Option('--run <path>', 'measure a recording instead: a bag, or the directory of a run'),
    );
  if (name === 'hz') {
    command
      .option('--filter <expression>', "only messages that fulfil it, e.g. 'm.data > 3'")
      .addOption(new Option('--wall-time', 'time is always that of the clock').hideHelp());
  }
  return withQosOptions(command).action(async (topics: string[], words: MeasureWords) => {
    if (topics.length > 0 === (words.all === true)) {
      throw new OrreryError('ORR_LIVE_OPTION', `Name the topics for ${name}, or give --all.`);
    }
    const window = words.window === undefined ? undefined : positiveInteger(words.window);
    const isWanted = words.filter === undefined ? undefined : parseFilter(words.filter);
    let left =
      words.reports === undefined ? Number.POSITIVE_INFINITY : positiveInteger(words.reports);
    const meters = new Map<string, Meter>();
    await hearTopics(words, words.all ? 'all' : topics.map((topic) => ({ name: topic })), {
      begins: (found) => {
        for (const topic of found) meters.set(topic, meterOf(window));
        if (name === 'bw' || found.length > 1) {
          for (const topic of found) print(`Subscribed to [${topic}]\n`);
        }
      },
      message: (heard) => {
        const { topic, bytes, received } = heard;
        if (isWanted?.(decodeShown(heard.type, bytes)) === false) return true;
        const stamp = name === 'delay' ? stampOf(heard.type.decode(bytes)) : undefined;
        meters.get(topic)!.note(received, bytes.length, stamp);
        return true;
      },
      second: (now) => {
        const report = reportOf(meters, now);
        if (report === undefined) return true;
        print(report);
        return --left > 0;
      },
    });
  });
}

function reportOf(meters: ReadonlyMap<string, Meter>, now: number): string | undefined {
  const measured = [...meters].map(([topic, meter]) => [topic, meter.report(now)] as const);
  return measured.length === 1 ? measured[0]![1]?.text : measuredTable(measured);
}

/** Seconds; undefined without a header. */
function stampOf(message: Readonly<Record<string, unknown>>): number | undefined {
  const header = message.header as { stamp?: { sec: number; nanosec: number } } | undefined;
  return header?.stamp === undefined ? undefined : header.stamp.sec + header.stamp.nanosec / 1e9;
}
