import { type Node, QoS } from '../client/index.js';
import { OrreryError } from '../errors/index.js';
import { pinnedMath } from '../math/index.js';
import {
  multiply,
  StaticTransformBroadcaster,
  type Transform,
  TransformBroadcaster,
  type TransformStamped,
} from '../tf2/index.js';
import { createOwnNode } from './lifecycle_client.js';
import { type RobotJoint, readJoints } from './robot_joints.js';

const { sin, cos } = pinnedMath;
const NANOSECONDS = 1_000_000_000;
/** In Hz, as upstream's. */
const MOST_FREQUENT = 1000;
/** The description reaches those who ask for it later, too. */
const LATCHED = new QoS(
  QoS.HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_LAST,
  1,
  QoS.ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_RELIABLE,
  QoS.DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL,
);

interface JointState {
  readonly header: { readonly stamp: { readonly sec: number; readonly nanosec: number } };
  readonly name: readonly string[];
  readonly position: ArrayLike<number>;
}

/**
 * The node `robot_state_publisher`, with parameters as upstream's: `robot_description` (URDF), `publish_frequency`
 * (Hz, default 20), `frame_prefix`, `ignore_timestamp`. It publishes the description, what does not move on
 * `/tf_static`, and on `/tf` what `joint_states` says of the other joints.
 */
class RobotStatePublisher {
  readonly #node: Node;
  readonly #moving: ReadonlyMap<string, RobotJoint>;
  readonly #mimics: readonly RobotJoint[];
  readonly #broadcaster: TransformBroadcaster;
  readonly #prefix: string;
  readonly #interval: number;
  readonly #ignoresStamps: boolean;
  /** When each joint was published last, in ns. */
  readonly #last = new Map<string, number>();
  /** When the last message arrived, by the node's clock, in ns. */
  #latest = 0n;

  constructor(node: Node) {
    this.#node = node;
    const description = this.#parameter('robot_description', '');
    if (description === '') {
      refuse('has no robot_description; give it the text of a URDF file as this parameter');
    }
    const joints = readJoints(description);
    this.#moving = new Map(
      joints.filter(({ moves }) => moves !== 'not').map((joint) => [joint.name, joint]),
    );
    this.#mimics = joints.filter(({ mimic }) => mimic !== undefined);
    this.#prefix = this.#parameter('frame_prefix', '');
    const frequency = Number(this.#parameter('publish_frequency', 20));
    if (!(frequency > 0 && frequency <= MOST_FREQUENT)) {
      refuse(`needs a publish_frequency above 0 and up to ${MOST_FREQUENT} Hz, not ${frequency}`);
    }
    this.#interval = NANOSECONDS / frequency;
    this.#ignoresStamps = this.#parameter('ignore_timestamp', false);
    this.#broadcaster = new TransformBroadcaster(node);
    node
      .createPublisher('std_msgs/msg/String', 'robot_description', { qos: LATCHED })
      .publish({ data: description });
    const fixed = joints.filter(({ moves }) => moves === 'not');
    const stamp = node.getClock().now().toMsg();
    const transforms = fixed.map((joint) => this.#stamped(joint, joint.origin, stamp));
    new StaticTransformBroadcaster(node).sendTransform(transforms);
    const qos = QoS.profileSensorData;
    node.createSubscription('sensor_msgs/msg/JointState', 'joint_states', { qos }, (state) =>
      this.#publish(state as JointState),
    );
  }

  #parameter<T>(name: string, otherwise: T): T {
    return this.#node.hasParameter(name) ? (this.#node.getParameter(name).value as T) : otherwise;
  }

  #publish({ header: { stamp }, name: names, position }: JointState): void {
    const now = stamp.sec * NANOSECONDS + stamp.nanosec;
    if (names.length !== position.length) {
      const logger = this.#node.getLogger();
      logger.error(
        `A JointState with ${names.length} names and ${position.length} positions is ignored`,
      );
      return;
    }
    // The clock has jumped back, as when a bag is played again.
    const time = this.#node.getClock().now().nanoseconds;
    if (time < this.#latest) this.#last.clear();
    this.#latest = time;
    const last = Math.min(...names.map((name) => this.#last.get(name) ?? 0));
    if (names.length === 0) return;
    if (!this.#ignoresStamps && now < last + this.#interval) return;
    const positions = new Map(names.map((name, index) => [name, position[index]!]));
    for (const { name, mimic } of this.#mimics) {
      const followed = positions.get(mimic!.joint);
      if (followed !== undefined) positions.set(name, followed * mimic!.factor + mimic!.offset);
    }
    const transforms = [...this.#moving.values()]
      .filter(({ name }) => positions.has(name))
      .map((joint) => this.#stamped(joint, moved(joint, positions.get(joint.name)!), stamp));
    this.#broadcaster.sendTransform(transforms);
    for (const name of names) this.#last.set(name, now);
  }

  #stamped(
    { parent, child }: RobotJoint,
    transform: Transform,
    stamp: TransformStamped['header']['stamp'],
  ): TransformStamped {
    const header = { stamp, frame_id: `${this.#prefix}${parent}` };
    return { header, child_frame_id: `${this.#prefix}${child}`, transform };
  }
}

function refuse(what: string): never {
  throw new OrreryError('ORR_PROGRAM_ARGUMENTS', `robot_state_publisher ${what}.`);
}

/** Where the child of a joint is at this position, in rad or m. */
function moved({ origin, axis, moves }: RobotJoint, position: number): Transform {
  const along = moves === 'slides' ? position : 0;
  const half = moves === 'turns' ? position / 2 : 0;
  const turned = sin(half);
  return multiply(origin, {
    translation: { x: axis.x * along, y: axis.y * along, z: axis.z * along },
    rotation: { x: axis.x * turned, y: axis.y * turned, z: axis.z * turned, w: cos(half) },
  });
}

/** Starts a robot state publisher in the program that is being started. */
export async function startRobotStatePublisher(args: readonly string[]): Promise<void> {
  new RobotStatePublisher(await createOwnNode('robot_state_publisher', args));
}
