import { OperationError, TypeValidationError } from '../errors/index.js';
import type { Node } from '../node/node.js';
import { NodeBase } from '../node/node_base.js';
import { Parameter } from '../parameter/parameter.js';
import { ParameterType } from '../parameter/parameter_type.js';
import type { Subscription } from '../topic/subscription.js';
import { ClockType } from './clock_type.js';
import { ROSClock } from './ros_clock.js';
import { Time, type TimeMessage } from './time.js';

const USE_SIM_TIME = 'use_sim_time';
const CLOCK = '/clock';
const ENTITY = { entityType: 'time source' };

/**
 * Sets clocks from `/clock` while the parameter `use_sim_time` of its node is true. In a simulation
 * they show virtual time until something publishes `/clock`.
 */
export class TimeSource {
  _node: Node | undefined;
  _clockSubscription: Subscription | undefined;
  readonly _associatedClocks: ROSClock[] = [];
  _lastTimeSet = new Time(0n, 0n, ClockType.ROS_TIME);
  _isRosTimeActive = false;
  /** Whether a time has arrived on `/clock`. */
  #heard = false;

  /** @param node - the node whose parameter decides; may be attached later. */
  constructor(node?: Node | null) {
    if (node) this.attachNode(node);
  }

  /** Whether the clocks follow `/clock`. */
  get isRosTimeActive(): boolean {
    return this._isRosTimeActive;
  }

  set isRosTimeActive(enabled: boolean) {
    if (this._isRosTimeActive === enabled) return;
    this._isRosTimeActive = enabled;
    if (enabled) this.#subscribe();
    else this.#unsubscribe();
    for (const clock of this._associatedClocks) this.#activate(clock);
  }

  /**
   * Follows this node's parameter, declaring it if necessary; detaches any other node.
   *
   * @throws {TypeValidationError} unless it is a Node.
   */
  attachNode(node: Node): void {
    if (!(node instanceof NodeBase)) throw new TypeValidationError('node', node, 'Node', ENTITY);
    if (this._node) this.detachNode();
    this._node = node;
    if (!node.hasParameter(USE_SIM_TIME)) {
      node.declareParameter(new Parameter(USE_SIM_TIME, ParameterType.PARAMETER_BOOL, false));
    }
    const { type, value } = node.getParameter(USE_SIM_TIME);
    if (type === ParameterType.PARAMETER_BOOL) {
      this._isRosTimeActive = value as boolean;
    } else if (type !== ParameterType.PARAMETER_NOT_SET) {
      node.getLogger().error(`Invalid type for parameter ${USE_SIM_TIME} ${type} should be bool`);
    }
    if (this._isRosTimeActive) this.#subscribe();
    node.addOnSetParametersCallback((parameters) => this.onParameterEvent(parameters));
  }

  /** Leaves its node. */
  detachNode(): void {
    if (this._clockSubscription && !this._node) {
      throw new OperationError('Unable to destroy previously created clock subscription', {
        code: 'NO_NODE_ATTACHED',
        ...ENTITY,
      });
    }
    this.#unsubscribe();
    this._node = undefined;
  }

  /**
   * Also sets this clock from now on.
   *
   * @throws {TypeValidationError} unless it is a ROSClock.
   */
  attachClock(clock: ROSClock): void {
    if (!(clock instanceof ROSClock)) {
      throw new TypeValidationError('clock', clock, 'ROSClock', ENTITY);
    }
    this.#activate(clock);
    this._associatedClocks.push(clock);
  }

  /** Looks for the parameter among those that are set. */
  onParameterEvent(parameters: Parameter[] = []): { successful: boolean; reason: string } {
    const parameter = parameters.find((one) => one.name === USE_SIM_TIME);
    if (parameter?.type === ParameterType.PARAMETER_BOOL) {
      this.isRosTimeActive = parameter.value as boolean;
    } else if (parameter && this._node) {
      this._node.getLogger().error(`${USE_SIM_TIME} parameter set to something besides a bool`);
    }
    return { successful: true, reason: '' };
  }

  /** The time of a simulation is already simulated time, unless the parameter says otherwise. */
  #activate(clock: ROSClock): void {
    if (this.#followsTopic()) clock.rosTimeOverride = this._lastTimeSet;
    else clock._followWorld();
    clock.isRosTimeActive = this._isRosTimeActive;
  }

  #followsTopic(): boolean {
    const { _node: node } = this;
    return !node?.world.isSimulated || this.#heard || node.countPublishers(CLOCK) > 0;
  }

  #subscribe(): void {
    if (this._clockSubscription || !this._node) return;
    const onClock = (message: { clock: TimeMessage }) => this.#setTime(message.clock);
    this._clockSubscription = this._node.createSubscription(
      'rosgraph_msgs/msg/Clock',
      CLOCK,
      onClock,
    );
  }

  #unsubscribe(): void {
    if (this._node && this._clockSubscription) {
      this._node.destroySubscription(this._clockSubscription);
    }
    this._clockSubscription = undefined;
  }

  #setTime(clock: TimeMessage): void {
    this.#heard = true;
    this._lastTimeSet = Time.fromMsg(clock);
    for (const one of this._associatedClocks) one.rosTimeOverride = this._lastTimeSet;
  }
}
