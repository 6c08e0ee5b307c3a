import { type BagMessage, diffValues } from '../../../bag/index.js';
import { decodeShown } from '../../../interfaces/index.js';
import type { Parting } from '../../model/engine_protocol.js';
import type { OpenedRun } from './opened_run.js';
import { TopicReader } from './topic_reader.js';

const STAMP = /(^|\.)(sec|nanosec)$/;

/** Where each of these topics starts to differ between the runs, earliest first. */
export function partingsOf(a: OpenedRun, b: OpenedRun, topics: readonly string[]): Parting[] {
  return topics
    .flatMap((topic) => partingOf(a, b, topic) ?? [])
    .sort((x, y) => x.time - y.time || (x.topic < y.topic ? -1 : 1));
}

function partingOf(a: OpenedRun, b: OpenedRun, topic: string): Parting | undefined {
  const [left, right] = [messagesOf(a, topic), messagesOf(b, topic)];
  // The field to plot if the difference is not in the content.
  const field = a.attempt(topic, () =>
    new TopicReader(a).fields(topic).find((path) => !STAMP.test(path)),
  );
  for (let index = 0; ; index++) {
    const x: BagMessage | undefined = left.next().value ?? undefined;
    const y: BagMessage | undefined = right.next().value ?? undefined;
    if (x === undefined && y === undefined) return undefined;
    if (x === undefined || y === undefined) {
      const time = x === undefined ? b.timeOf(y!.logTime) : a.timeOf(x.logTime);
      const why = `only in ${x === undefined ? 'B' : 'A'} from here on`;
      return { topic, time, index, why, field };
    }
    const [timeA, timeB] = [a.timeOf(x.logTime), b.timeOf(y.logTime)];
    const found = { topic, time: Math.min(timeA, timeB), index };
    const same = Buffer.compare(x.data, y.data) === 0;
    if (!same) return { ...found, ...firstChange(a, b, topic, x, y) };
    if (timeA !== timeB)
      return { ...found, why: `at ${timeA / 1e9} s and ${timeB / 1e9} s`, field };
  }
}

function* messagesOf({ recording }: OpenedRun, topic: string): Generator<BagMessage, void, void> {
  if (recording?.topics.some(({ name }) => name === topic) === true) {
    yield* recording.messages({ topics: [topic] });
  }
}

function firstChange(a: OpenedRun, b: OpenedRun, topic: string, x: BagMessage, y: BagMessage) {
  let why: string | undefined;
  let field: string | undefined;
  const [before, after] = [
    decodeShown(a.types!.of(topic), x.data),
    decodeShown(b.types!.of(topic), y.data),
  ];
  diffValues(before, after, { absolute: 0, relative: 0 }, (path, from, to) => {
    why ??= `${path}: ${short(from)} and ${short(to)}`;
    if (typeof from === 'number' && !STAMP.test(path)) field ??= path;
  });
  return { why: why ?? 'different bytes', field };
}

function short(value: unknown): string {
  const text = String(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
