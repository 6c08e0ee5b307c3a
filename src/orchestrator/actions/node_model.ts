/** What a callback waits for before its outputs are sent: one message of each topic, close in time. */
export interface ApproximateTime {
  readonly topics: readonly string[];
  /** ns. */
  readonly slop: number;
  readonly queueSize: number;
}

/** What starts a callback. */
export type Trigger =
  | {
      readonly kind: 'topic';
      readonly topic: string;
      /** The filter that the message goes into; one object for all its topics. */
      readonly filter?: ApproximateTime;
    }
  | {
      readonly kind: 'timer';
      /** ns. */
      readonly period: number;
    };

/** A callback of a node, in names as the whole system uses them. */
export interface CallbackModel {
  readonly trigger: Trigger;
  /** Topics in the order of the configuration; one that occurs k times gets k messages. */
  readonly outputs: readonly string[];
  readonly serviceCalls: readonly string[];
  /** Whether the node says by a Status message that the callback is over. */
  readonly sendsStatus: boolean;
  /** Whether the data provider must not go on before the callback is over. */
  readonly changesDataProviderState: boolean;
  /** Whether the callback may ask for another configuration; nothing enters until it is over. */
  readonly mayCauseReconfiguration: boolean;
}

/** A node as its configuration describes it. */
export interface NodeModel {
  /** Without the slash of the root namespace: `P1`, `arm/P1`. */
  readonly name: string;
  readonly priority: number;
  readonly services: readonly string[];
  readonly callbacks: readonly CallbackModel[];
  /** Names that the node uses, as they are written in the launch configuration, and what they are in the system. */
  readonly remappings?: ReadonlyMap<string, string>;
}
