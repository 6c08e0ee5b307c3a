import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { type PlaybackOptions, readQosOverrides } from '../bag/index.js';
import { OrreryError } from '../errors/index.js';
import { parseDuration, parseLongDuration } from '../kernel/index.js';
import { parseRemapRule } from '../parameters/index.js';
import type { PlayedBag } from '../system/index.js';
import { addTopicOptions, type SelectionWords, topicsOf } from './bag_options.js';
import { finiteNumber } from './whole_number.js';

/** Words of the options of `ros2 bag play`. */
export interface PlaybackWords extends SelectionWords {
  readonly rate?: string;
  readonly loop?: boolean;
  readonly delay?: string;
  readonly startOffset?: string;
  readonly playbackDuration?: string;
  readonly playbackUntilSec?: string;
  readonly playbackUntilNsec?: string;
  readonly clock?: string | boolean;
  readonly clockTopics?: readonly string[];
  readonly clockTopicsAll?: boolean;
  readonly startPaused?: boolean;
  readonly order?: PlaybackOptions['order'];
  readonly remap?: readonly string[];
  readonly qosProfileOverridesPath?: string;
  readonly progress?: boolean;
}

/** The options of `ros2 bag play`, and `--order`. */
export function addPlaybackOptions(command: Command): Command {
  return addTopicOptions(command)
    .option('-r, --rate <factor>', 'bag time per virtual time (stamps are exact at 1, the default)')
    .option('-l, --loop', 'begin again at the end')
    .option('-d, --delay <duration>', 'virtual time before the first message, e.g. 2s')
    .option('--start-offset <seconds>', 'leave out this much of the start')
    .option('--playback-duration <seconds>', 'play this much of the bag')
    .option('--playback-until-sec <seconds>', 'play up to this stamp, in s since the epoch')
    .option('--playback-until-nsec <ns>', 'the same in ns')
    .option('--clock [hz]', 'publish /clock (default 40 Hz)')
    .option('--clock-topics <names...>', 'publish /clock before each message of these topics')
    .option('--clock-topics-all', 'publish /clock before each message')
    .option('--start-paused', 'wait for the service ~/resume')
    .addOption(new Option('--order <stamp>', 'which stamp decides').choices(['received', 'sent']))
    .option('-m, --remap <old:=new...>', 'play topics under other names')
    .option('--qos-profile-overrides-path <file>', 'YAML: topics with policies to offer instead')
    .option('--progress', 'publish the share played on /rslcpp/progress')
    .addOption(ignored('-s, --storage <id>'))
    .addOption(ignored('--read-ahead-queue-size <count>'))
    .addOption(ignored('--wait-for-all-acked <ms>'))
    .addOption(ignored('--disable-keyboard-controls'))
    .addOption(ignored('--disable-loan-message'));
}

/** An option of `ros2 bag play` that has no effect in a simulation. */
function ignored(flags: string): Option {
  return new Option(flags, 'accepted, has no effect').hideHelp();
}

export function playbackOf(words: PlaybackWords): PlaybackOptions {
  const { rate, delay, clock, qosProfileOverridesPath: qosFile, order } = words;
  return {
    ...topicsOf(words),
    order,
    ...windowOf(words),
    rate: rate === undefined ? undefined : finiteNumber(rate),
    loop: words.loop,
    delay: delay === undefined ? undefined : parseDuration(delay),
    clock:
      clock === undefined || clock === false
        ? undefined
        : clock === true
          ? 40
          : finiteNumber(clock),
    clockTopics: words.clockTopicsAll === true ? 'all' : words.clockTopics,
    startPaused: words.startPaused,
    remap: words.remap?.map(topicRule),
    qosOverrides: qosFile === undefined ? undefined : readQosOverrides(qosFile),
    progress: words.progress,
  };
}

/** If both a duration and a last stamp are given, the later end counts, as in rosbag2. */
function windowOf(words: PlaybackWords): Pick<PlaybackOptions, 'start' | 'end'> {
  const { startOffset, playbackDuration, playbackUntilSec, playbackUntilNsec } = words;
  const offset = parseLongDuration(startOffset ?? '0');
  const ends = [
    ...(playbackUntilSec === undefined ? [] : [playbackUntilSec]),
    ...(playbackUntilNsec === undefined ? [] : [`${playbackUntilNsec}ns`]),
    ...(playbackDuration === undefined
      ? []
      : [fromStart(offset + parseLongDuration(playbackDuration))]),
  ];
  return {
    start: offset === 0n ? undefined : fromStart(offset),
    end: ends.length === 0 ? undefined : ends,
  };
}

/** As `bagTime` reads it. */
function fromStart(nanoseconds: bigint): string {
  const fraction = String(nanoseconds % 1_000_000_000n).padStart(9, '0');
  return `+${nanoseconds / 1_000_000_000n}.${fraction}`;
}

function topicRule(text: string): { from: string; to: string } {
  const rule = parseRemapRule(text);
  if (rule.kind === 'name') return { from: rule.from, to: rule.to };
  throw new OrreryError('ORR_REMAP_INVALID', `"${text}" does not rename a topic; write old:=new.`);
}

const WORDS: Readonly<Record<string, 'flag' | 'text' | 'list'>> = {
  rate: 'text',
  loop: 'flag',
  delay: 'text',
  'start-offset': 'text',
  'playback-duration': 'text',
  'playback-until-sec': 'text',
  'playback-until-nsec': 'text',
  clock: 'text',
  'clock-topics': 'list',
  'clock-topics-all': 'flag',
  'start-paused': 'flag',
  order: 'text',
  remap: 'list',
  'qos-profile-overrides-path': 'text',
  progress: 'flag',
  topics: 'list',
  services: 'list',
  regex: 'text',
  'topic-types': 'list',
  'exclude-topics': 'list',
  'exclude-services': 'list',
  'exclude-topic-types': 'list',
  'exclude-regex': 'text',
};

/**
 * The argument of `orrery run --bag`: a path, then options of `orrery bag play` as
 * `,name=value`, `,flag` or `,name=first second` for lists: `'drive,rate=2,loop,topics=/tf /odom'`.
 */
export function parseBagArgument(text: string): PlayedBag {
  if (existsSync(text)) return { path: resolve(text) };
  const [path = '', ...parts] = text.split(',');
  const words: Record<string, unknown> = {};
  for (const part of parts) {
    const at = part.indexOf('=');
    const name = at < 0 ? part : part.slice(0, at);
    const value = at < 0 ? undefined : part.slice(at + 1);
    const kind = WORDS[name];
    if (
      kind === undefined ||
      (kind === 'flag' ? value !== undefined : !value && name !== 'clock')
    ) {
      throw new OrreryError(
        'ORR_BAG_PLAYBACK',
        `"${part}" is not an option of a bag; write --bag PATH,NAME=VALUE with one of ${Object.keys(WORDS).join(', ')}.`,
        { place: { file: path } },
      );
    }
    const key = name.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());
    words[key] = kind === 'list' ? value!.split(' ') : (value ?? true);
  }
  if (words.order !== undefined && words.order !== 'received' && words.order !== 'sent') {
    throw new OrreryError('ORR_BAG_PLAYBACK', 'The order of a bag must be received or sent.', {
      place: { file: path },
    });
  }
  return { path: resolve(path), ...playbackOf(words as PlaybackWords) };
}
