export type FindingKind =
  | 'incompatible-qos'
  | 'type-mismatch'
  | 'one-side'
  | 'near-miss'
  | 'no-server'
  | 'mixed-sim-time'
  | 'clock-silent'
  | 'inactive-lifecycle'
  | 'overwritten'
  | 'tf-static-durability'
  | 'duplicate-node'
  | 'unused-override'
  | 'unused-remap'
  | 'unused-parameter'
  | 'tf-two-parents'
  | 'tf-two-roots'
  | 'never-spun'
  | 'zero-stamp'
  | 'unanswered'
  | 'held-up'
  | 'never-settles'
  | 'unproven-completion'
  | 'unordered-process';

/** Something that would fail silently in ROS 2. */
export interface Finding {
  readonly kind: FindingKind;
  /** An error keeps the system from working; what a warning reports may be intended. */
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

export function error(kind: FindingKind, message: string): Finding {
  return { kind, severity: 'error', message };
}

export function warning(kind: FindingKind, message: string): Finding {
  return { kind, severity: 'warning', message };
}
