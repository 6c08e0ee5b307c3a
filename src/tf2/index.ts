/**
 * Room `tf2`: frames and the transforms between them over time, in tf2's words: a buffer that is
 * asked, a listener that fills it from `/tf` and `/tf_static`, and broadcasters. User programs have
 * it as `orrery-sim/tf2`; it acts on the world of the program's `rclnodejs`.
 *
 * May import: `errors`, `math`, `client`.
 *
 * @example
 * ```ts run
 * import { BufferCore } from 'orrery-sim/tf2';
 *
 * const buffer = new BufferCore();
 * buffer.setTransform(
 *   {
 *     header: { stamp: { sec: 0, nanosec: 0 }, frame_id: 'map' },
 *     child_frame_id: 'robot',
 *     transform: { translation: { x: 1, y: 2, z: 0 }, rotation: { x: 0, y: 0, z: 0, w: 1 } },
 *   },
 *   'here',
 *   true,
 * );
 * console.log(buffer.lookupTransform('map', 'robot', 0n).transform.translation.x);
 * ```
 *
 * ```text
 * 1
 * ```
 *
 * @packageDocumentation
 */
export { Buffer } from './buffer.js';
export { BufferCore } from './buffer_core.js';
export { doTransform, type Stamped } from './do_transform.js';
export {
  ConnectivityException,
  ExtrapolationException,
  InvalidArgumentException,
  LookupException,
  TimeoutException,
  TransformException,
} from './exceptions.js';
export { quaternionFromRPY, rpyFromQuaternion } from './roll_pitch_yaw.js';
export { StaticTransformBroadcaster } from './static_transform_broadcaster.js';
export type { DurationArgument, TimeArgument, TimeMessage } from './time_arguments.js';
export {
  inverse,
  multiply,
  type Quaternion,
  rotate,
  slerp,
  type Transform,
  type TransformStamped,
  type Vector3,
} from './transform.js';
export { TransformBroadcaster } from './transform_broadcaster.js';
export { TransformListener } from './transform_listener.js';
