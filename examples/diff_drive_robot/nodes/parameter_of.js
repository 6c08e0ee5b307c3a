import rclnodejs from 'rclnodejs';

const { Parameter, ParameterType } = rclnodejs;

/** Declares a number or text as a parameter of a node; returns the value it was started with. */
export function parameterOf(node, name, fallback) {
  const type =
    typeof fallback === 'number' ? ParameterType.PARAMETER_DOUBLE : ParameterType.PARAMETER_STRING;
  return node.declareParameter(new Parameter(name, type, fallback)).value;
}
