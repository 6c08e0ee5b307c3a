import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BagMessageTypes, openBag } from '../bag/index.js';
import type { MessageType } from '../interfaces/index.js';
import type { RosNetwork } from '../tools/index.js';
import { type QosWords, qosOfWords } from './qos_words.js';
import { expectedEventType } from './service_events.js';
import { fullName, interrupted, refuse, type ToolWords, withNetwork } from './with_network.js';

export interface HearWords extends ToolWords, QosWords {
  readonly run?: string;
}

/** A message of a topic. */
export interface HeardMessage {
  readonly type: MessageType;
  readonly bytes: Uint8Array;
  /** Seconds: since 1970, or of the recording. */
  readonly received: number;
  /** ns since 1970; undefined if it is not known. */
  readonly sourceTime: bigint | undefined;
  /** The number that its publisher gave it, if that is known. */
  readonly sequence: number | undefined;
}

export interface Listener {
  /** @returns false when it has heard enough */
  message(message: HeardMessage): boolean;
  /** About once a second; @returns false when that is enough */
  second?(now: number): boolean;
}

/** The recording that a path means: a bag, or that of a run. */
export function recordingAt(path: string): string {
  return existsSync(join(path, 'run.json')) ? join(path, 'recording.mcap') : path;
}

/** Hears a topic, live or of a recording, until the listener has enough or Ctrl-C. */
export async function hearTopic(
  words: HearWords,
  topic: string,
  type: string | undefined,
  listener: Listener,
): Promise<void> {
  const name = fullName(topic);
  if (words.run !== undefined) {
    process.exitCode = await hearRecording(recordingAt(words.run), name, listener);
    return;
  }
  await withNetwork(words, (network) => hearNetwork(network, words, name, type, listener));
}

async function hearNetwork(
  network: RosNetwork,
  words: HearWords,
  name: string,
  given: string | undefined,
  listener: Listener,
): Promise<number | undefined> {
  const found = network.system.topic(name);
  const typeName = given ?? found?.types[0] ?? expectedEventType(network.system, name);
  if (typeName === undefined) {
    return refuse(
      `WARNING: topic [${name}] does not appear to be published yet\nCould not determine the type for the passed topic`,
    );
  }
  const type = network.types.message(typeName);
  const qos = qosOfWords(words, found?.givers ?? []);
  let leave = () => {};
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
      leave = network.subscribe(name, type.name, qos, ({ payload, sourceTimestamp, sequence }) => {
        if (isEnough) return;
        const times = { received: Date.now() / 1000, sourceTime: sourceTimestamp };
        try {
          ends(listener.message({ type, bytes: payload, ...times, sequence }));
        } catch (error) {
          reject(error);
        }
      });
      timer = setInterval(() => {
        if (listener.second !== undefined) ends(listener.second(Date.now() / 1000));
      }, 1000);
    }),
  ]);
  clearInterval(timer);
  leave();
  return undefined;
}

async function hearRecording(path: string, name: string, listener: Listener): Promise<number> {
  const bag = await openBag(path);
  try {
    if (!bag.topics.some((topic) => topic.name === name)) return refuse(`Unknown topic '${name}'`);
    const type = new BagMessageTypes(bag).of(name);
    let second = Number.NaN;
    let now = 0;
    for (const { data, logTime, publishTime } of bag.messages({ topics: [name] })) {
      now = Number(logTime) / 1e9;
      if (Number.isNaN(second)) second = now + 1;
      if (now >= second) {
        if (listener.second?.(second) === false) return 0;
        second += Math.floor(now - second) + 1;
      }
      const times = { received: now, sourceTime: publishTime };
      if (!listener.message({ type, bytes: data, ...times, sequence: undefined })) return 0;
    }
    listener.second?.(now);
    return 0;
  } finally {
    bag.close();
  }
}
