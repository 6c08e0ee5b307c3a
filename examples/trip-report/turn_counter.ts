// Counts full turns of the robot by its heading. TypeScript, as an ES module.
import rclnodejs from 'rclnodejs';

interface Odometry {
  pose: { pose: { orientation: { x: number; y: number; z: number; w: number } } };
}

/** Heading about the vertical axis, in radians. */
function yawOf({ pose }: Odometry): number {
  const { x, y, z, w } = pose.pose.orientation;
  return Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z));
}

class TurnCounter extends rclnodejs.Node {
  #last: number | undefined;
  #turned = 0;
  #turns = 0;

  constructor() {
    super('turn_counter');
    const publisher = this.createPublisher('std_msgs/msg/Int32', 'trip/turns');
    this.createSubscription('nav_msgs/msg/Odometry', 'odom', (odometry: Odometry) => {
      const yaw = yawOf(odometry);
      if (this.#last !== undefined) {
        const step = yaw - this.#last;
        this.#turned += Math.atan2(Math.sin(step), Math.cos(step));
      }
      this.#last = yaw;
      const turns = Math.trunc(this.#turned / (2 * Math.PI));
      if (turns === this.#turns) return;
      this.#turns = turns;
      this.getLogger().info(
        `turned ${Math.abs(turns)} times to the ${turns > 0 ? 'left' : 'right'}`,
      );
      publisher.publish({ data: turns });
    });
  }
}

await rclnodejs.init();
rclnodejs.spin(new TurnCounter());
