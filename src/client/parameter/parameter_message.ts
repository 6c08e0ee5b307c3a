/** The fields of an `rcl_interfaces/msg/ParameterValue`; only the one that `type` names is read. */
export interface ParameterValueMessage {
  /** A value of `ParameterType`. */
  type: number;
  bool_value?: boolean;
  integer_value?: bigint | number;
  double_value?: number;
  string_value?: string;
  byte_array_value?: ArrayLike<number>;
  bool_array_value?: boolean[];
  integer_array_value?: ArrayLike<bigint | number>;
  double_array_value?: ArrayLike<number>;
  string_array_value?: ArrayLike<string>;
}

/** The fields of an `rcl_interfaces/msg/Parameter`. */
export interface ParameterMessage {
  name: string;
  value: ParameterValueMessage;
}

/** The fields of an `rcl_interfaces/msg/ParameterDescriptor`. */
export interface ParameterDescriptorMessage {
  name: string;
  type: number;
  description: string;
  additional_constraints: string;
  read_only: boolean;
  dynamic_typing?: boolean;
  integer_range?: { from_value: bigint; to_value: bigint; step: bigint }[];
  floating_point_range?: { from_value: number; to_value: number; step: number }[];
}
