import type { Command } from 'commander';
import type { Qos } from '../dds/index.js';
import { OrreryError } from '../errors/index.js';
import type { EndpointInfo } from '../tools/index.js';
import { positiveInteger } from './whole_number.js';

/** Words of the options that ask for a QoS. */
export interface QosWords {
  readonly qosReliability?: string;
  readonly qosDurability?: string;
  readonly qosHistory?: string;
  readonly qosDepth?: string;
}

/** `--qos-…` as the commands of ROS 2 have them. */
export function withQosOptions(command: Command): Command {
  return command
    .option('--qos-reliability <kind>', 'reliable or best_effort (default: as others have it)')
    .option('--qos-durability <kind>', 'volatile or transient_local (default: as others have it)')
    .option('--qos-history <kind>', 'keep_last or keep_all')
    .option('--qos-depth <n>', 'how many messages are kept');
}

/** The QoS that was asked for; where nothing was, one that meets all of `others`. */
export function qosOfWords(words: QosWords, others: readonly EndpointInfo[]): Partial<Qos> {
  const all = (holds: (qos: Qos) => boolean) =>
    others.length > 0 && others.every(({ qos }) => holds(qos));
  const reliability =
    one(words.qosReliability, ['reliable', 'best_effort'] as const) ??
    (others.length === 0 || all((qos) => qos.reliability === 'reliable')
      ? 'reliable'
      : 'best_effort');
  const durability =
    one(words.qosDurability, ['volatile', 'transient_local'] as const) ??
    (all((qos) => qos.durability !== 'volatile') ? 'transient_local' : 'volatile');
  const kind = one(words.qosHistory, ['keep_last', 'keep_all'] as const) ?? 'keep_last';
  const depth = words.qosDepth === undefined ? 10 : positiveInteger(words.qosDepth);
  return { reliability, durability, history: { kind, depth: kind === 'keep_all' ? -1 : depth } };
}

function one<T extends string>(word: string | undefined, kinds: readonly T[]): T | undefined {
  if (word === undefined) return undefined;
  const found = kinds.find((kind) => kind === word);
  if (found !== undefined) return found;
  throw new OrreryError('ORR_LIVE_OPTION', `"${word}" is none of ${kinds.join(', ')}.`);
}
