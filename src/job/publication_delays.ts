import { OrreryError } from '../errors/index.js';
import type { PublicationDelay, Publisher } from '../graph/index.js';
import { readDelayFile } from './delay_file.js';

/**
 * The delays of a delay file of rslcpp, in ns by topic.
 *
 * rslcpp's MEASURED delays are the computation time of the callback on the present machine. No two
 * runs would be equal, so they are refused; an execution-time model takes their place.
 *
 * @throws DescriptionError `ORR_DELAYS_INVALID`; OrreryError `ORR_DELAYS_UNREADABLE`,
 * `ORR_DELAYS_MEASURED`
 */
export function fixedDelays(file: string): Record<string, number> {
  const delays = [...readDelayFile(file)].map(([topic, delay]) => {
    if (delay.kind === 'fixed') return [topic, delay.delayNs] as const;
    throw new OrreryError(
      'ORR_DELAYS_MEASURED',
      `${file} has a MEASURED delay for ${topic}, which would differ from run to run; write it as FIXED, or give the callback an execution time.`,
      { place: { file, topic } },
    );
  });
  return Object.fromEntries(delays);
}

/** Delays every publication by its topic, as rslcpp does. */
export class TopicDelays implements PublicationDelay {
  readonly #delays: ReadonlyMap<string, number>;

  /** @param delays - ns by topic; other topics are delivered at once */
  constructor(delays: Readonly<Record<string, number>>) {
    this.#delays = new Map(Object.entries(delays));
  }

  delay({ name }: Publisher): number {
    return this.#delays.get(name) ?? 0;
  }
}
