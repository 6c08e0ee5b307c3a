/** The reasons for which the engine refuses input, and their counts. */

/** Reasons to refuse received data. */
const REASONS = [
  'not_rtps',
  'version',
  'truncated',
  'submessage_length',
  'too_many_submessages',
  'work',
  'sequence_number',
  'number_set',
  'fragment',
  'sample_size',
  'parameter_list',
  'parameter',
  'encapsulation',
  'domain',
  'unknown_peer',
  'unknown_writer',
  'unknown_reader',
  'stale',
  'out_of_range',
  'forged',
  'peers_full',
  'endpoints_full',
  'announcements_full',
  'samples_full',
  'partial_samples_full',
  'pending_bytes_full',
  'gaps_full',
  'requests_full',
  'instances_full',
  'amplification',
] as const;

/** One of {@link REASONS}. */
export type Reason = (typeof REASONS)[number];

/** Thrown by decoders and caught in `handle`, which ignores the rest of the datagram. */
export class Rejection extends Error {
  constructor(readonly reason: Reason) {
    super(reason);
  }
}

// Created once: a stack trace for each hostile datagram would make attacks cheap.
const PREPARED = new Map(REASONS.map((reason) => [reason, new Rejection(reason)]));

/** The rejection for a reason, to be thrown. */
export function rejection(reason: Reason): Rejection {
  return PREPARED.get(reason)!;
}

/** Counts of what was refused. */
export class Rejections {
  readonly #counts = new Map<Reason, number>();

  count(reason: Reason): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
  }

  of(reason: Reason): number {
    return this.#counts.get(reason) ?? 0;
  }

  /** All reasons that occurred, in the order of {@link REASONS}. */
  entries(): [Reason, number][] {
    return REASONS.filter((reason) => this.#counts.has(reason)).map((r) => [r, this.of(r)]);
  }
}
