import rclnodejs, { type Node, type ParameterType } from 'rclnodejs';

/** A floating-point parameter; a file may give it as an integer. */
export function doubleParameter(node: Node, name: string, value: number): number {
  return Number(declare(node, name, rclnodejs.ParameterType.PARAMETER_DOUBLE, value));
}

export function integerParameter(node: Node, name: string, value: number): number {
  return Number(declare(node, name, rclnodejs.ParameterType.PARAMETER_INTEGER, BigInt(value)));
}

export function boolParameter(node: Node, name: string, value: boolean): boolean {
  return Boolean(declare(node, name, rclnodejs.ParameterType.PARAMETER_BOOL, value));
}

export function stringParameter(node: Node, name: string, value: string): string {
  return String(declare(node, name, rclnodejs.ParameterType.PARAMETER_STRING, value));
}

function declare(
  node: Node,
  name: string,
  type: ParameterType,
  value: number | bigint | boolean | string,
): unknown {
  node.declareParameter(new rclnodejs.Parameter(name, type, value));
  return node.getParameter(name).value;
}
