import { OrreryError } from '../errors/index.js';
import type { TopicDelay } from './system_models.js';

/** One line of rslcpp's delay file. */
export type TopicDelayLine =
  | { readonly kind: 'fixed'; readonly delayNs: number }
  | { readonly kind: 'measured'; readonly skew: number };

/**
 * Topic delays from the lines of rslcpp's delay file. A measured delay replays computation times
 * that were recorded once, because measuring during the run would make every run different.
 *
 * @param recorded - by topic: computation times, in ns, of the callbacks that published, in order
 * @param file - named in the error
 * @throws OrreryError `ORR_DELAY_NOT_RECORDED` for a measured delay without a recording
 */
export function topicDelaysOf(
  lines: ReadonlyMap<string, TopicDelayLine>,
  recorded: ReadonlyMap<string, readonly number[]> = new Map(),
  file?: string,
): Record<string, TopicDelay> {
  const delays: Record<string, TopicDelay> = {};
  for (const [topic, line] of lines) {
    if (line.kind === 'fixed') {
      delays[topic] = line.delayNs;
      continue;
    }
    const values = recorded.get(topic) ?? [];
    if (values.length === 0) {
      throw new OrreryError(
        'ORR_DELAY_NOT_RECORDED',
        `The delay of ${topic} is MEASURED, and measuring it during the run would make every run different; write FIXED, or give recorded times as topic_delays of a model file.`,
        { place: { topic, ...(file === undefined ? {} : { file }) } },
      );
    }
    delays[topic] = { measured: { values, skew: line.skew } };
  }
  return delays;
}
