import { State } from './state.js';

/** A transition of a managed node: its id and label in `lifecycle_msgs/msg/Transition`. */
export class Transition extends State {}

/** A transition with the states it leads from and to. */
export class TransitionDescription {
  constructor(
    readonly transition: Transition,
    readonly startState: State,
    readonly goalState: State,
  ) {}
}
