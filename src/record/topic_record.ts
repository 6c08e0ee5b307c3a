import { BagMessageTypes, type BagReader } from '../bag/index.js';
import { OrreryError } from '../errors/index.js';
import { type MessageObject, splitFieldPath, wrongFieldPath } from '../interfaces/index.js';

/** A message of a run. */
export interface RecordedMessage {
  /** When it was published, in ns since the epoch. */
  readonly stamp: bigint;
  /** When it was published, in seconds since the start of the run. */
  readonly time: number;
  readonly message: MessageObject;
}

interface Stamped {
  readonly header?: { readonly stamp?: { readonly sec: number; readonly nanosec: number } };
}

/** What was published on one topic of a run. */
export class TopicRecord {
  readonly name: string;
  /** E.g. `nav_msgs/msg/Odometry`; undefined when nothing was published. */
  readonly type: string | undefined;
  /** In order. */
  readonly messages: readonly RecordedMessage[];
  /** Where the run is and how to repeat it; the last lines of the message of a failed check. */
  readonly where: string;
  readonly #types: BagMessageTypes;

  /** @param start - of the run, in ns since the epoch */
  constructor(name: string, bag: BagReader, start: bigint, where: string) {
    this.name = name;
    this.where = where;
    this.type = bag.topics.find((topic) => topic.name === name)?.type;
    this.#types = new BagMessageTypes(bag);
    this.messages =
      this.type === undefined
        ? []
        : Array.from(bag.messages({ topics: [name] }), ({ logTime, data }) => ({
            stamp: logTime,
            time: Number(logTime - start) / 1e9,
            message: this.#types.of(name).decode(data),
          }));
  }

  get count(): number {
    return this.messages.length;
  }

  get first(): RecordedMessage | undefined {
    return this.messages[0];
  }

  get last(): RecordedMessage | undefined {
    return this.messages.at(-1);
  }

  /** Mean rate between the first and the last message, in Hz; 0 with fewer than two messages. */
  get rate(): number {
    const { first, last, count } = this;
    if (first === undefined || last === undefined || last.stamp === first.stamp) return 0;
    return (count - 1) / (Number(last.stamp - first.stamp) / 1e9);
  }

  /** Seconds between each message and its predecessor. */
  get periods(): number[] {
    return this.messages
      .slice(1)
      .map(({ stamp }, i) => Number(stamp - this.messages[i]!.stamp) / 1e9);
  }

  /**
   * Seconds from each message's `header.stamp` to its publication: the age of the data. Empty when
   * the messages have no header.
   */
  get latencies(): number[] {
    return this.messages.flatMap(({ stamp, message }) => {
      const taken = (message as Stamped).header?.stamp;
      if (taken === undefined) return [];
      return [Number(stamp - (BigInt(taken.sec) * 1_000_000_000n + BigInt(taken.nanosec))) / 1e9];
    });
  }

  /**
   * Seconds from the last message on `source` to each message here; messages before the first on
   * `source` are left out.
   */
  latenciesFrom(source: TopicRecord): number[] {
    let next = 0;
    return this.messages.flatMap(({ stamp }) => {
      while (next < source.count && source.messages[next]!.stamp <= stamp) next++;
      const cause = source.messages[next - 1];
      return cause === undefined ? [] : [Number(stamp - cause.stamp) / 1e9];
    });
  }

  /**
   * The values of a field over time.
   *
   * @param path - e.g. `pose.pose.position.x`, `ranges[0]`; undefined where an array is too short
   * @throws OrreryError `ORR_FIELD_UNKNOWN` when the type has no such field
   */
  values(path: string): unknown[] {
    if (this.type === undefined) return [];
    const names = splitFieldPath(path);
    const wrong = wrongFieldPath(this.#types.of(this.name), names);
    if (wrong !== undefined) {
      throw new OrreryError(
        'ORR_FIELD_UNKNOWN',
        `The topic ${this.name} has no ${path}: ${wrong}`,
        {
          place: { topic: this.name },
        },
      );
    }
    return this.messages.map(({ message }) => {
      let value: unknown = message;
      for (const name of names) value = (value as Record<string, unknown> | undefined)?.[name];
      return value;
    });
  }
}
