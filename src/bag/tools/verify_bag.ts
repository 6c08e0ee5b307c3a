import { counted, grouped, OrreryError } from '../../errors/index.js';
import { isTopicName } from '../../graph/index.js';
import type { TypeRegistry } from '../../interfaces/index.js';
import { type BagReader, openBag } from '../bag_reader.js';
import { checkOptions } from '../check_options.js';
import { canCompress } from '../compression.js';
import { existsSync } from '../file_access.js';
import type { BagMessage, Checksums } from '../storage_file.js';
import { secondsText } from './bag_info.js';
import { BagMessageTypes } from './bag_message_types.js';
import { countedByRun } from './counted_by_run.js';
import { type ProgressCallback, ProgressCounter } from './progress.js';

/** Something that is wrong with a bag. */
export interface BagProblem {
  /** `error`: content is lost or wrong. `warning`: unusual, but everything can be read. */
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  /** How often it occurred. */
  count: number;
}

/** The result of {@link verifyBag}. */
export interface BagVerification {
  /** Whether nothing is damaged or missing and the bag is closed. */
  readonly ok: boolean;
  /** For the command line: 0 if the bag is ok, 1 if it is damaged, 3 if it is merely not closed or incomplete. */
  readonly exitStatus: 0 | 1 | 3;
  /** `false`: its writer was killed before it could finish the bag; everything in it is sound. */
  readonly closed?: false;
  /** The last stamp of a bag that is not closed, in ns since the epoch. */
  readonly end?: bigint;
  /** Messages that were read. */
  readonly messageCount: number;
  /** Messages that the bag says it has, if it could be opened. */
  readonly announced?: number;
  /** For a damaged bag: the messages that `orrery bag convert --recover` saves. */
  readonly recoverable?: number;
  /** For the recording of a run that could not be written to its end: how many more messages its `run.json` counts. */
  readonly missing?: number;
  /** How many of the parts that hold messages have a checksum. */
  readonly checksums: Checksums;
  readonly problems: readonly BagProblem[];
}

/** Options of {@link verifyBag}. */
export interface VerifyOptions {
  readonly registry?: TypeRegistry | undefined;
  /** Decode every message (default true). */
  readonly decode?: boolean | undefined;
  readonly progress?: ProgressCallback | undefined;
}

const NOT_CLOSED = 'ORR_BAG_NOT_CLOSED';
const INCOMPLETE = 'ORR_BAG_INCOMPLETE';
/** Warnings of the reader that do not mean that content is damaged. */
const READABLE: ReadonlySet<string> = new Set(['ORR_BAG_WAL', 'ORR_BAG_NO_METADATA', NOT_CLOSED]);

/** The channels of a trace are entities such as `/filter subscription /scan`, and `system`. */
function isTraceChannel(name: string, type: string): boolean {
  return (
    type.startsWith('orrery_msgs/') && /^(?:[a-z]+|(?:\/\w+)+ [a-z_]+ [\w/#.() -]+)$/.test(name)
  );
}

class Verifier {
  readonly #problems = new Map<string, BagProblem>();
  readonly #counts = new Map<string, number>();
  readonly #lastSent = new Map<string, bigint>();
  readonly #undecodable = new Set<string>();
  #messageCount = 0;
  #announced: number | undefined;
  #checksums: Checksums = { parts: 0, checked: 0 };
  #end = 0n;
  #missing: number | undefined;

  add(severity: BagProblem['severity'], code: string, message: string, key = message): void {
    const known = this.#problems.get(key);
    if (known === undefined) this.#problems.set(key, { severity, code, message, count: 1 });
    else known.count++;
  }

  /** An `OrreryError` is a finding; anything else is a defect of Orrery. */
  addError(error: unknown, key?: string): void {
    if (!(error instanceof OrreryError)) throw error;
    // If nothing can be unpacked, nothing is known about the bag.
    if (error.code === 'ORR_BAG_COMPRESSION' && !canCompress) throw error;
    this.add('error', error.code, error.message, key);
  }

  readAll(bag: BagReader, options: VerifyOptions): void {
    const types = new BagMessageTypes(bag, options.registry);
    this.#announced = bag.metadata.messageCount;
    this.#end = bag.metadata.end;
    const counter = new ProgressCounter(this.#announced, options.progress);
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
    this.#checksums = bag.checksums();
  }

  /** Compares a recording that is not damaged with what its run counted, if a run left it. */
  checkRun(path: string, expected: number): void {
    if ([...this.#problems.values()].some(({ severity }) => severity === 'error')) return;
    if (expected <= this.#messageCount) return;
    this.#missing = expected - this.#messageCount;
    const [all, lost] = [counted(expected, 'message'), grouped(this.#missing)];
    const text = `the run counted ${all}; ${lost} at its end ${this.#missing === 1 ? 'is' : 'are'} missing.`;
    this.add('warning', INCOMPLETE, `${path}: ${text}`);
  }

  /** No graph can have such a topic: a reader of the bag may be misled. */
  checkNames(bag: BagReader): void {
    for (const { name, type } of bag.topics) {
      if (isTopicName(name) || isTraceChannel(name, type)) continue;
      const text = `${JSON.stringify(name)} is not the name of a topic: no ROS 2 graph can have it.`;
      this.add('warning', 'ORR_BAG_TOPIC_NAME', text);
    }
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
      // A type that is not available is one finding, not one per message.
      this.#undecodable.add(message.topic);
      if (!(error instanceof OrreryError) || error.code !== 'ORR_UNKNOWN_TYPE') {
        this.addError(error);
      } else {
        // The bag is sound; only its type is not known here.
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
      const text = `${topic.name}: ${counted(topic.messageCount, 'message')} announced, ${count} found.`;
      this.add('error', 'ORR_BAG_METADATA', text);
    }
  }

  /** What a file stores twice must agree. */
  checkFiles(bag: BagReader): void {
    const audits = bag.audit();
    for (const { file, findings } of audits) {
      for (const { severity, message, offset } of findings) {
        const where = offset === 0 ? file : `${file} at byte ${offset}`;
        this.add(severity, 'ORR_BAG_CONTRADICTION', `${where}: ${message}`);
      }
    }
    if (audits.every(({ isWholeChecked }) => isWholeChecked)) {
      this.#checksums = { ...this.#checksums, checked: this.#checksums.parts };
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
    const isSound = problems.every((problem) => problem.severity !== 'error');
    const isClosed = problems.every(({ code }) => code !== NOT_CLOSED);
    const isWhole = isClosed && this.#missing === undefined;
    return {
      ok: isSound && isWhole,
      exitStatus: isSound ? (isWhole ? 0 : 3) : 1,
      ...(isSound && !isClosed ? { closed: false, end: this.#end } : {}),
      messageCount: this.#messageCount,
      ...(this.#announced === undefined ? {} : { announced: this.#announced }),
      ...(this.#missing === undefined ? {} : { missing: this.#missing }),
      checksums: this.#checksums,
      problems,
    };
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
  checkOptions(options, 'verifyBag()', 'verification');
  const verifier = new Verifier();
  // Before the bag is opened: a run that goes on counts more later.
  const expected = countedByRun(path) ?? 0;
  let bag: BagReader;
  try {
    bag = await openBag(path);
  } catch (error) {
    // A bag that does not exist is not damaged.
    if (!existsSync(path)) throw error;
    verifier.addError(error);
    return withRecoverable(verifier.result(), path);
  }
  try {
    for (const { code, message, file } of bag.warnings) {
      const severity = READABLE.has(code) ? 'warning' : 'error';
      verifier.add(severity, code, `${file}: ${message}`);
    }
    verifier.checkNames(bag);
    verifier.readAll(bag, options);
    verifier.checkHashes(bag, options.registry);
    // A bag that is damaged or has no summary has been reported already and cannot be compared.
    if (bag.warnings.every(({ code }) => READABLE.has(code))) verifier.checkFiles(bag);
    verifier.checkRun(path, expected);
    const result = verifier.result();
    return result.exitStatus === 1 ? await withRecoverable(result, path) : result;
  } finally {
    bag.close();
  }
}

/** Adds how many messages a recovery would save. */
async function withRecoverable(result: BagVerification, path: string): Promise<BagVerification> {
  let bag: BagReader;
  try {
    bag = await openBag(path, { recover: true });
  } catch {
    return { ...result, recoverable: 0 };
  }
  const recoverable = bag.metadata.messageCount;
  bag.close();
  return { ...result, recoverable };
}
