/**
 * The part of `rclnodejs` 2.x that this example uses, so that it type-checks on a machine without
 * ROS. Delete this file where `rclnodejs` is installed: it brings its own types.
 */
declare module 'rclnodejs' {
  export class QoS {
    constructor(history: number, depth: number, reliability: number, durability: number);
    static readonly HistoryPolicy: { readonly RMW_QOS_POLICY_HISTORY_KEEP_LAST: number };
    static readonly ReliabilityPolicy: {
      readonly RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT: number;
      readonly RMW_QOS_POLICY_RELIABILITY_RELIABLE: number;
    };
    static readonly DurabilityPolicy: {
      readonly RMW_QOS_POLICY_DURABILITY_VOLATILE: number;
      readonly RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL: number;
    };
  }

  export class Parameter {
    constructor(name: string, type: number, value?: unknown);
    readonly value: unknown;
  }

  export const ParameterType: {
    readonly PARAMETER_BOOL: number;
    readonly PARAMETER_INTEGER: number;
    readonly PARAMETER_DOUBLE: number;
    readonly PARAMETER_STRING: number;
  };

  export interface Publisher {
    publish(message: object): void;
  }

  export interface Logger {
    info(message: string): boolean;
    warn(message: string): boolean;
    error(message: string): boolean;
  }

  export interface Timer {
    cancel(): void;
  }

  export class Node {
    constructor(name: string, namespace?: string);
    createPublisher(type: string, topic: string, options?: { qos?: QoS }): Publisher;
    createSubscription<T>(
      type: string,
      topic: string,
      options: { qos?: QoS },
      callback: (message: T) => void,
    ): object;
    createTimer(periodNanoseconds: bigint, callback: () => void): Timer;
    declareParameter(parameter: Parameter): Parameter;
    getParameter(name: string): Parameter;
    getLogger(): Logger;
    now(): { readonly nanoseconds: bigint; toMsg(): { sec: number; nanosec: number } };
    spin(): void;
    destroy(): void;
  }

  export class Context {
    static defaultContext(): Context;
  }

  export function init(context?: Context, argv?: readonly string[]): Promise<void>;
  export function shutdown(): void;

  const rclnodejs: {
    readonly Context: typeof Context;
    readonly Node: typeof Node;
    readonly QoS: typeof QoS;
    readonly Parameter: typeof Parameter;
    readonly ParameterType: typeof ParameterType;
    readonly init: typeof init;
    readonly shutdown: typeof shutdown;
  };
  export default rclnodejs;
}
