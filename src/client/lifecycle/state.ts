/** A state of a managed node: its id and label in `lifecycle_msgs/msg/State`. */
export class State {
  constructor(
    readonly id: number,
    readonly label: string,
  ) {}

  static fromSerializedState(state: { id: number; label: string }): State {
    return new State(state.id, state.label);
  }
}
