import rclnodejs from 'rclnodejs';
import { type OdometryMsg, type Output, type PoseMsg, vector } from '../ros/messages.js';
import { boolParameter, doubleParameter } from '../ros/parameters.js';
import { latchedQos, reliableQos } from '../ros/qos.js';
import { centreLine, type PlanarPose } from '../world/path.js';
import { PurePursuit } from '../world/vehicle.js';

/**
 * Steers along a route. Subscribes `route` (nav_msgs/Path, latched) and `odometry`, publishes
 * `cmd_vel`. Parameters: `max_speed` (m/s), `closed` (go round and round).
 */
export class PathFollowerNode extends rclnodejs.Node {
  readonly #maxSpeed: number;
  readonly #closed: boolean;
  readonly #commands: Output;
  #pursuit: PurePursuit | undefined;

  constructor() {
    super('path_follower');
    this.#maxSpeed = doubleParameter(this, 'max_speed', 8);
    this.#closed = boolParameter(this, 'closed', true);
    this.#commands = this.createPublisher('geometry_msgs/msg/Twist', 'cmd_vel', {
      qos: reliableQos(1),
    });
    this.createSubscription(
      'nav_msgs/msg/Path',
      'route',
      { qos: latchedQos(1) },
      ({ poses }: { poses: { pose: PoseMsg }[] }) => {
        const line = centreLine(poses.map(({ pose }) => pose.position));
        this.#pursuit = new PurePursuit(line, this.#closed, this.#maxSpeed);
      },
    );
    this.createSubscription(
      'nav_msgs/msg/Odometry',
      'odometry',
      { qos: reliableQos(1) },
      (message: OdometryMsg) => this.#steer(message),
    );
  }

  #steer({ pose, twist }: OdometryMsg): void {
    if (this.#pursuit === undefined) return;
    const { position, orientation } = pose.pose;
    const { z, w } = orientation;
    const planar: PlanarPose = {
      x: position.x,
      y: position.y,
      cos: w * w - z * z,
      sin: 2 * z * w,
    };
    const { speed, yawRate } = this.#pursuit.command(planar, twist.twist.linear.x);
    this.#commands.publish({ linear: vector(speed, 0, 0), angular: vector(0, 0, yawRate) });
  }
}
