/** Field lists of `lifecycle_msgs`. */
export const lifecycle_msgs = {
  'srv/ChangeState': `Transition transition
---
bool success`,
  'srv/GetAvailableStates': `---
State[] available_states`,
  'srv/GetAvailableTransitions': `---
TransitionDescription[] available_transitions`,
  'srv/GetState': `---
State current_state`,
};
