import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BagMessageTypes, openBag } from '../bag/index.js';
import type { MessageType } from '../interfaces/index.js';
import type { RosNetwork } from '../tools/index.js';
import { printNote } from './print.js';
import { type QosWords, qosOfWords } from './qos_words.js';
import { expectedEventType } from './service_events.js';
import { fullName, interrupted, refuse, type ToolWords, withNetwork } from './with_network.js';

export interface HearWords extends ToolWords, QosWords {
  readonly run?: string;
}

/** A topic to hear. */
export interface Heard {
  readonly name: string;
  /** Default: the type that its publishers, or its service, have. */
  readonly type?: string | undefined;
}

/** A message of a topic. */
export interface HeardMessage {
  readonly topic: string;
  readonly type: MessageType;
  readonly bytes: Uint8Array;
  /** In seconds: since 1970, or the time in the recording. */
  readonly received: number;
  /** ns since 1970; undefined if it is not known. */
  readonly sourceTime: bigint | undefined;
  /** The number that its publisher gave it; undefined if it is not known. */
  readonly sequence: number | undefined;
}

export interface Listener {
  /** Called before the first message with the topics that are heard: those whose type is known. */
  begins?(topics: readonly string[]): void;
  /** @returns false when it has heard enough */
  message(message: HeardMessage): boolean;
  /** Called about once a second; @returns false when that is enough */
  second?(now: number): boolean;
}

/** The recording that a path means: a bag, or that of a run. */
export function recordingAt(path: string): string {
  return existsSync(join(path, 'run.json')) ? join(path, 'recording.mcap') : path;
}

/** Hears topics, live or of a recording, until the listener has enough or Ctrl-C. */
export async function hearTopics(
  words: HearWords,
  topics: readonly Heard[] | 'all',
  listener: Listener,
): Promise<void> {
  const wanted =
    topics === 'all' ? topics : topics.map((each) => ({ ...each, name: fullName(each.name) }));
  if (words.run !== undefined) {
    process.exitCode = await hearRecording(recordingAt(words.run), wanted, listener);
    return;
  }
  await withNetwork(words, (network) => hearNetwork(network, words, wanted, listener));
}

async function hearNetwork(
  network: RosNetwork,
  words: HearWords,
  topics: readonly Heard[] | 'all',
  listener: Listener,
): Promise<number | undefined> {
  const { system } = network;
  const wanted: readonly Heard[] = topics === 'all' ? system.topics : topics;
  const typed = typedTopics(network, wanted);
  if (typed.length === 0) {
    return wanted.length === 1
      ? refuse(
          `WARNING: topic [${wanted[0]!.name}] does not appear to be published yet\nCould not determine the type for the passed topic`,
        )
      : 1;
  }
  listener.begins?.(typed.map(({ name }) => name));
  const leave: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    interrupted(),
    new Promise<void>((resolve, reject) => {
      let isEnough = false;
      const ends = (goesOn: boolean) => {
        if (goesOn) return;
        isEnough = true;
        resolve();
      };
      for (const { name, type } of typed) {
        const qos = qosOfWords(words, system.topic(name)?.givers ?? []);
        leave.push(
          network.subscribe(name, type.name, qos, ({ payload, sourceTimestamp, sequence }) => {
            if (isEnough) return;
            const times = { received: Date.now() / 1000, sourceTime: sourceTimestamp };
            try {
              ends(listener.message({ topic: name, type, bytes: payload, ...times, sequence }));
            } catch (error) {
              reject(error);
            }
          }),
        );
      }
      timer = setInterval(() => {
        if (listener.second !== undefined) ends(listener.second(Date.now() / 1000));
      }, 1000);
    }),
  ]).finally(() => {
    clearInterval(timer);
    for (const each of leave) each();
  });
  return undefined;
}

/** The topics whose type is known; if several topics are wanted, warns about the others. */
function typedTopics(
  network: RosNetwork,
  topics: readonly Heard[],
): { readonly name: string; readonly type: MessageType }[] {
  const { system, types } = network;
  const typed = [];
  for (const { name, type } of topics) {
    const found = type ?? system.topic(name)?.types[0] ?? expectedEventType(system, name);
    try {
      if (found !== undefined) typed.push({ name, type: types.message(found) });
    } catch (error) {
      if (topics.length === 1) throw error;
    }
    if (topics.length > 1 && typed.at(-1)?.name !== name) {
      printNote(`WARNING: failed to find message type for topic [${name}]\n`);
    }
  }
  return typed;
}

async function hearRecording(
  path: string,
  topics: readonly Heard[] | 'all',
  listener: Listener,
): Promise<number> {
  const bag = await openBag(path);
  try {
    const all = bag.topics.map(({ name }) => name);
    const wanted = topics === 'all' ? all : topics.map(({ name }) => name);
    const known = wanted.filter((name) => all.includes(name));
    if (known.length === 0) return refuse(`Unknown topic '${wanted.join("', '")}'`);
    listener.begins?.(known);
    const types = new BagMessageTypes(bag);
    let second = Number.NaN;
    let now = 0;
    for (const { topic, data, logTime, publishTime } of bag.messages({ topics: known })) {
      now = Number(logTime) / 1e9;
      if (Number.isNaN(second)) second = now + 1;
      if (now >= second) {
        if (listener.second?.(second) === false) return 0;
        second += Math.floor(now - second) + 1;
      }
      const heard = {
        ...{ topic, bytes: data, received: now, sourceTime: publishTime, sequence: undefined },
        // A listener that only counts messages needs no definition of them.
        get type() {
          return types.of(topic);
        },
      };
      if (!listener.message(heard)) return 0;
    }
    listener.second?.(now);
    return 0;
  } finally {
    bag.close();
  }
}
