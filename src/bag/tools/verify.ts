import { OrreryError } from '../../errors/index.js';
import type { TypeRegistry } from '../../interfaces/index.js';
import { type BagReader, openBag } from '../bag_reader.js';
import { existsSync } from '../file_access.js';
import type { BagMessage } from '../storage_file.js';
import { secondsText } from './info.js';
import { BagMessageTypes } from './message_types.js';
import { type ProgressCallback, ProgressCounter } from './progress.js';

/** Something that is wrong with a bag. */
export interface BagProblem {
  /** `error`: content is lost or wrong. `warning`: unusual, but everything can be read. */
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  /** How often it was seen. */
  count: number;
}

/** The result of {@link verifyBag}. */
export interface BagVerification {
  readonly ok: boolean;
  /** For the command line: 0 without errors, else 1. */
  readonly exitStatus: 0 | 1;
  readonly messageCount: number;
  readonly problems: readonly BagProblem[];
}

/** Options of {@link verifyBag}. */
export interface VerifyOptions {
  readonly registry?: TypeRegistry | undefined;
  /** Decode every message (default true). */
  readonly decode?: boolean | undefined;
  readonly progress?: ProgressCallback | undefined;
}

/** Warnings of the reader that do not mean that content is missing. */
const READABLE: ReadonlySet<string> = new Set(['ORR_BAG_WAL', 'ORR_BAG_NO_METADATA']);

class Verifier {
  readonly #problems = new Map<string, BagProblem>();
  readonly #counts = new Map<string, number>();
  readonly #lastSent = new Map<string, bigint>();
  readonly #undecodable = new Set<string>();
  #messageCount = 0;

  add(severity: BagProblem['severity'], code: string, message: string, key = message): void {
    const known = this.#problems.get(key);
    if (known === undefined) this.#problems.set(key, { severity, code, message, count: 1 });
    else known.count++;
  }

  /** An error of ours is a finding; anything else is a defect of ours. */
  addError(error: unknown, key?: string): void {
    if (!(error instanceof OrreryError)) throw error;
    this.add('error', error.code, error.message, key);
  }

  readAll(bag: BagReader, options: VerifyOptions): void {
    const types = new BagMessageTypes(bag, options.registry);
    const counter = new ProgressCounter(bag.metadata.messageCount, options.progress);
    try {
      for (const message of counter.over(bag.messages())) {
        this.#messageCount++;
        this.#counts.set(message.topic, (this.#counts.get(message.topic) ?? 0) + 1);
        this.#checkTimes(bag, message);
        if (options.decode !== false) this.#decode(types, message);
      }
    } catch (error) {
      this.addError(error);
      return;
    }
    this.#checkCounts(bag);
  }

  #checkTimes(bag: BagReader, message: BagMessage): void {
    const { topic, logTime, publishTime } = message;
    if (logTime < bag.metadata.start || logTime > bag.metadata.end) {
      const text = `a message of ${topic} at ${secondsText(logTime)} lies outside the bag's time range.`;
      this.add('error', 'ORR_BAG_METADATA', text, `range ${topic}`);
    }
    const last = this.#lastSent.get(topic);
    if (last !== undefined && publishTime < last) {
      const text = `${topic}: a message was received later but sent earlier than the one before it.`;
      this.add('warning', 'ORR_BAG_ORDER', text, `order ${topic}`);
    }
    this.#lastSent.set(topic, publishTime);
  }

  #decode(types: BagMessageTypes, message: BagMessage): void {
    if (this.#undecodable.has(message.topic)) return;
    let type: ReturnType<BagMessageTypes['of']>;
    try {
      type = types.of(message.topic);
    } catch (error) {
      // One type that cannot be had is one finding, not one per message.
      this.#undecodable.add(message.topic);
      if (!(error instanceof OrreryError) || error.code !== 'ORR_UNKNOWN_TYPE') {
        this.addError(error);
      } else {
        // The bag is sound; only here nobody knows what it holds.
        this.add('warning', error.code, `${message.topic} is not decoded: ${error.message}`);
      }
      return;
    }
    try {
      type.decode(message.data, { view: true });
    } catch (error) {
      if (!(error instanceof OrreryError)) throw error;
      const text = `a message of ${message.topic} at ${secondsText(message.logTime)} is not a ${type.name}: ${error.message}`;
      this.add('error', error.code, text, `decode ${message.topic}`);
    }
  }

  #checkCounts(bag: BagReader): void {
    for (const topic of bag.topics) {
      const count = this.#counts.get(topic.name) ?? 0;
      if (count === topic.messageCount) continue;
      const text = `${topic.name}: ${topic.messageCount} messages are announced, ${count} are there.`;
      this.add('error', 'ORR_BAG_METADATA', text);
    }
  }

  /** The recorded type hash and definition must agree. */
  checkHashes(bag: BagReader, registry: TypeRegistry | undefined): void {
    const types = new BagMessageTypes(bag, registry);
    for (const topic of bag.topics) {
      if (topic.typeHash === '' || topic.schema === undefined) continue;
      try {
        if (types.of(topic.name).hash === topic.typeHash) continue;
      } catch {
        continue;
      }
      const text = `${topic.name}: the definition of ${topic.type} does not have the recorded type hash.`;
      this.add('warning', 'ORR_BAG_TYPE', text);
    }
  }

  result(): BagVerification {
    const problems = [...this.#problems.values()];
    const ok = problems.every((problem) => problem.severity !== 'error');
    return { ok, exitStatus: ok ? 0 : 1, messageCount: this.#messageCount, problems };
  }
}

/**
 * Checks the integrity of a bag: structure, checksums, counts and times against the metadata, the
 * order of sending within each topic, type hashes, and that every message can be decoded.
 *
 * @throws OrreryError `ORR_BAG_NOT_FOUND`
 */
export async function verifyBag(
  path: string,
  options: VerifyOptions = {},
): Promise<BagVerification> {
  const verifier = new Verifier();
  let bag: BagReader;
  try {
    bag = await openBag(path);
  } catch (error) {
    // What is not there is not damaged.
    if (!existsSync(path)) throw error;
    verifier.addError(error);
    return verifier.result();
  }
  try {
    for (const { code, message, file } of bag.warnings) {
      const severity = READABLE.has(code) ? 'warning' : 'error';
      verifier.add(severity, code, `${file}: ${message}`);
    }
    verifier.readAll(bag, options);
    verifier.checkHashes(bag, options.registry);
    return verifier.result();
  } finally {
    bag.close();
  }
}

/** The result as text for a person. */
export function formatVerification(result: BagVerification): string {
  const lines = result.problems.map(({ severity, code, message, count }) => {
    const times = count > 1 ? ` (${count} times)` : '';
    return `${severity} ${code}: ${message}${times}`;
  });
  const verdict = result.ok ? 'The bag is valid' : 'The bag is damaged';
  return `${[...lines, `${verdict}: ${result.messageCount} messages read.`].join('\n')}\n`;
}
