/** Field lists of `action_tutorials_interfaces`. */
export const action_tutorials_interfaces = {
  'action/Fibonacci': `int32 order
---
int32[] sequence
---
int32[] partial_sequence`,
};
