// A vehicle on a straight road: it follows a wanted acceleration within its limits. Closed form between
// two steps, so that a step of any length is exact.
export class Vehicle {
  constructor(position, speed) {
    this.position = position;
    this.speed = speed;
  }

  /** Drives for `seconds` with this acceleration in m/s², at most ±6, and never backwards. */
  drive(acceleration, seconds) {
    const a = Math.min(6, Math.max(-6, acceleration));
    const moving = a < 0 ? Math.min(seconds, this.speed / -a) : seconds;
    this.position += this.speed * moving + (a * moving * moving) / 2;
    this.speed = Math.max(0, this.speed + a * moving);
  }
}

/** Seconds on a node's clock. */
export const secondsOf = (node) => Number(node.getClock().now().nanoseconds) / 1e9;

/** Where the vehicle is, as nav_msgs/Odometry. */
export function odometryOf(node, vehicle) {
  return {
    header: { stamp: node.getClock().now().toMsg(), frame_id: 'road' },
    pose: { pose: { position: { x: vehicle.position, y: 0, z: 1 } } },
    twist: { twist: { linear: { x: vehicle.speed, y: 0, z: 0 } } },
  };
}
