import { checkOptions } from '../options/check_options.js';
import { called } from '../options/given_to.js';
import type { QoS } from './qos.js';

/** The QoS policies that a parameter can override. */
export const QoSPolicyKind = Object.freeze({
  HISTORY: 1,
  DEPTH: 2,
  RELIABILITY: 3,
  DURABILITY: 4,
  LIVELINESS: 5,
  AVOID_ROS_NAMESPACE_CONVENTIONS: 6,
} as const);

/** A value of {@link QoSPolicyKind}. */
export type QoSPolicyKind = (typeof QoSPolicyKind)[keyof typeof QoSPolicyKind];

/** Checks the QoS that results from the overrides; may refuse it. */
export type QoSOverrideCallback = (qos: QoS) => { successful: boolean; reason?: string };

/** Options of {@link QoSOverridingOptions}. */
export interface QoSOverridingOptionsFields {
  callback?: QoSOverrideCallback | null;
  /** Distinguishes several publishers or subscriptions of one node on one topic. */
  entityId?: string | null;
}

/**
 * Lets parameters `qos_overrides.<topic>.<publisher|subscription>[_<entityId>].<policy>` override
 * policies of one publisher or subscription.
 */
export class QoSOverridingOptions {
  readonly _policyKinds: QoSPolicyKind[];
  readonly _callback: QoSOverrideCallback | null;
  readonly _entityId: string | null;

  /** @param policyKinds - the policies that can be overridden. */
  constructor(policyKinds: Iterable<QoSPolicyKind>, options: QoSOverridingOptionsFields = {}) {
    checkOptions(options, 'qosOverriding', called('the set of overriding options'));
    this._policyKinds = Array.from(policyKinds);
    this._callback = options.callback || null;
    this._entityId = options.entityId || null;
  }

  get policyKinds(): QoSPolicyKind[] {
    return this._policyKinds;
  }

  get callback(): QoSOverrideCallback | null {
    return this._callback;
  }

  get entityId(): string | null {
    return this._entityId;
  }

  /** History, depth and reliability can be overridden. */
  static withDefaultPolicies(options: QoSOverridingOptionsFields = {}): QoSOverridingOptions {
    const { HISTORY, DEPTH, RELIABILITY } = QoSPolicyKind;
    return new QoSOverridingOptions([HISTORY, DEPTH, RELIABILITY], options);
  }
}
