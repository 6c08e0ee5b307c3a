/** What a callback needs before it sends its outputs: one message of each topic, close in time. */
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
  /** Whether the node announces the end of the callback by a Status message. */
  readonly sendsStatus: boolean;
  /** Whether the data provider must wait for the end of the callback. */
  readonly changesDataProviderState: boolean;
  /** Whether the callback may request another configuration; nothing enters until it is over. */
  readonly mayCauseReconfiguration: boolean;
}

/** A node as its configuration describes it. */
export interface NodeModel {
  /** Without the slash of the root namespace: `P1`, `arm/P1`. */
  readonly name: string;
  readonly priority: number;
  readonly services: readonly string[];
  readonly callbacks: readonly CallbackModel[];
  /** Names that the node uses, as written in the launch configuration, with their names in the system. */
  readonly remappings?: ReadonlyMap<string, string>;
}
