import { OrreryError } from '../errors/index.js';
import { userPlace } from './user_place.js';
import type { Leak, VirtualWorld } from './virtual_world.js';

/** The kind of escape; each has an error code in strict mode. */
export type LeakKind =
  | 'channel'
  | 'device'
  | 'directory-order'
  | 'engine-state'
  | 'entropy'
  | 'environment'
  | 'file-identity'
  | 'file-time'
  | 'file-watch'
  | 'fire-and-forget'
  | 'garbage-collection'
  | 'late-message'
  | 'machine'
  | 'nan'
  | 'native-code'
  | 'network'
  | 'process'
  | 'real-time'
  | 'realm'
  | 'signal'
  | 'tampering'
  | 'thread-wait'
  | 'time-zone'
  | 'unanswered'
  | 'version'
  | 'worker';

const CODES: Readonly<Record<LeakKind, `ORR_LEAK_${string}`>> = {
  channel: 'ORR_LEAK_CHANNEL',
  device: 'ORR_LEAK_DEVICE',
  'directory-order': 'ORR_LEAK_DIRECTORY_ORDER',
  'engine-state': 'ORR_LEAK_ENGINE_STATE',
  entropy: 'ORR_LEAK_ENTROPY',
  environment: 'ORR_LEAK_ENVIRONMENT',
  'file-identity': 'ORR_LEAK_FILE_IDENTITY',
  'file-time': 'ORR_LEAK_FILE_TIME',
  'file-watch': 'ORR_LEAK_FILE_WATCH',
  'fire-and-forget': 'ORR_LEAK_FIRE_AND_FORGET',
  'garbage-collection': 'ORR_LEAK_GARBAGE_COLLECTION',
  'late-message': 'ORR_LEAK_LATE_MESSAGE',
  machine: 'ORR_LEAK_MACHINE',
  nan: 'ORR_LEAK_NAN',
  'native-code': 'ORR_LEAK_NATIVE_CODE',
  network: 'ORR_LEAK_NETWORK',
  process: 'ORR_LEAK_PROCESS',
  'real-time': 'ORR_LEAK_REAL_TIME',
  realm: 'ORR_LEAK_REALM',
  signal: 'ORR_LEAK_SIGNAL',
  tampering: 'ORR_LEAK_TAMPERING',
  'thread-wait': 'ORR_LEAK_THREAD_WAIT',
  'time-zone': 'ORR_LEAK_TIME_ZONE',
  unanswered: 'ORR_LEAK_UNANSWERED',
  version: 'ORR_LEAK_VERSION',
  worker: 'ORR_LEAK_WORKER',
};

/** A leak and how often it occurred at the same place. */
export interface LeakRecord extends Leak {
  readonly count: number;
}

export interface NoticedLeak extends Leak {
  readonly kind: LeakKind;
}

/** Collects escapes from the virtual world. */
export class LeakReporter {
  private records = new Map<string, { leak: Leak; count: number }>();

  constructor(
    private readonly world: VirtualWorld,
    public strict: boolean,
  ) {}

  /** Begins another run, from which nothing has escaped yet. */
  begin(strict: boolean): void {
    this.records = new Map();
    this.strict = strict;
  }

  /**
   * Records that user code did `what`. Ignored when no user file is on the stack, unless
   * `anywhere` (for events, which have no caller).
   *
   * @throws OrreryError `ORR_LEAK_…` in strict mode.
   */
  report(kind: LeakKind, what: string, anywhere = false): void {
    const leak = this.notice(kind, what, anywhere);
    if (leak !== undefined) this.add(leak);
  }

  /** What {@link report} would record now; undefined if it would ignore the call. */
  notice(kind: LeakKind, what: string, anywhere = false): NoticedLeak | undefined {
    const place = userPlace();
    if (place === undefined && !anywhere) return undefined;
    const sinceStartNs = this.world.sinceStartNs();
    return { kind, what, ...place, ...this.world.current(), sinceStartNs };
  }

  /** Records a leak that was prepared earlier. Throws like {@link report}. */
  add(leak: NoticedLeak): void {
    this.count(leak);
    this.world.report(leak);
    if (this.strict) throw strictError(leak, CODES[leak.kind]);
  }

  /** Records that the operation requested there will never end; in strict mode nobody is left to be told. */
  unanswered(noticed: NoticedLeak): void {
    const leak: NoticedLeak = { ...noticed, kind: 'unanswered' };
    this.count(leak);
    this.world.report(leak);
  }

  /**
   * Records that a program hears a signal from outside, which no line of the program requested.
   * Throws like {@link report}.
   */
  signal(name: string): void {
    this.add({ kind: 'signal', what: name, sinceStartNs: this.world.sinceStartNs() });
  }

  /** Records changes to the language, made while a program was loaded or later. */
  tampering(what: string, culprit: Partial<Leak>): void {
    const sinceStartNs = this.world.sinceStartNs();
    const leak: Leak = { ...culprit, kind: 'tampering', what, sinceStartNs };
    this.count(leak);
    this.world.report(leak);
  }

  private count(leak: Leak): void {
    const { sinceStartNs: _, ...identity } = leak;
    const key = JSON.stringify(identity);
    const record = this.records.get(key);
    if (record) record.count += 1;
    else this.records.set(key, { leak, count: 1 });
  }

  /** Every escape once, in the order of first occurrence. */
  list(): LeakRecord[] {
    return [...this.records.values()].map(({ leak, count }) => ({ ...leak, count }));
  }
}

function strictError(leak: Leak, code: `ORR_LEAK_${string}`): OrreryError {
  const where =
    leak.file === undefined ? 'Code without a source file' : `${leak.file}:${leak.line}`;
  const who = leak.node === undefined ? '' : ` in ${leak.callback ?? 'a callback'} of ${leak.node}`;
  return new OrreryError(
    code,
    `${where} uses ${leak.what}${who}, which is not deterministic (${leak.kind}); remove it or run without strict mode.`,
    { place: { file: leak.file, line: leak.line, column: leak.column, node: leak.node } },
  );
}
