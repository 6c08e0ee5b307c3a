// The robot and the room it drives in: takes /cmd_vel, turns the wheels, and scans the room. Wheel
// encoders slip a little; the scanner has noise.
import rclnodejs from 'rclnodejs';
import { parameterOf } from './parameter_of.js';

const WHEEL_SEPARATION = 0.287;
const WHEEL_RADIUS = 0.033;
const ENCODER_HZ = 50;
const SCAN_EVERY = 5;
const BEAMS = 90;
const MAX_RANGE = 8;

const ROOM = { left: -4, right: 4, bottom: -3, top: 3 };
const PILLARS = [
  { x: 1.5, y: 0.2, radius: 0.3 },
  { x: -1, y: 1.5, radius: 0.25 },
  { x: 2.5, y: -1.6, radius: 0.35 },
];

/** Distance to the next wall or pillar from (x, y) along `angle`. */
function rangeAt(x, y, angle) {
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  let nearest = MAX_RANGE;
  if (dx !== 0) nearest = Math.min(nearest, ((dx > 0 ? ROOM.right : ROOM.left) - x) / dx);
  if (dy !== 0) nearest = Math.min(nearest, ((dy > 0 ? ROOM.top : ROOM.bottom) - y) / dy);
  for (const pillar of PILLARS) {
    const along = (pillar.x - x) * dx + (pillar.y - y) * dy;
    const aside = (pillar.x - x) * dy - (pillar.y - y) * dx;
    const under = pillar.radius * pillar.radius - aside * aside;
    if (along > 0 && under > 0) nearest = Math.min(nearest, along - Math.sqrt(under));
  }
  return nearest;
}

class World extends rclnodejs.Node {
  #x;
  #y;
  #yaw = 0;
  #forward = 0;
  #turn = 0;
  #wheels = [0, 0];
  #ticks = 0;

  constructor() {
    super('world');
    this.#x = parameterOf(this, 'x', -2.5);
    this.#y = parameterOf(this, 'y', 0);
    this.noise = parameterOf(this, 'noise', 0.01);
    this.joints = this.createPublisher('sensor_msgs/msg/JointState', 'joint_states');
    this.scans = this.createPublisher('sensor_msgs/msg/LaserScan', 'scan');
    this.createSubscription('geometry_msgs/msg/Twist', 'cmd_vel', ({ linear, angular }) => {
      this.#forward = linear.x;
      this.#turn = angular.z;
    });
    this.createTimer(BigInt(1e9 / ENCODER_HZ), () => this.#step(1 / ENCODER_HZ));
  }

  #step(dt) {
    const inRoom = rangeAt(this.#x, this.#y, this.#yaw) > 0.15 || this.#forward < 0;
    const forward = inRoom ? this.#forward : 0;
    this.#yaw += this.#turn * dt;
    this.#x += forward * Math.cos(this.#yaw) * dt;
    this.#y += forward * Math.sin(this.#yaw) * dt;
    for (const [i, side] of [-1, 1].entries()) {
      const speed = forward + (side * this.#turn * WHEEL_SEPARATION) / 2;
      const slip = 1 + this.noise * (Math.random() - 0.5);
      this.#wheels[i] += ((speed * dt) / WHEEL_RADIUS) * slip;
    }
    const header = { stamp: this.now().toMsg(), frame_id: 'base_link' };
    const name = ['wheel_left_joint', 'wheel_right_joint'];
    this.joints.publish({ header, name, position: [...this.#wheels] });
    if (++this.#ticks % SCAN_EVERY === 0) this.#scan(header);
  }

  #scan(header) {
    const ranges = Array.from({ length: BEAMS }, (_, i) => {
      const angle = this.#yaw + (i * 2 * Math.PI) / BEAMS;
      const range = rangeAt(this.#x, this.#y, angle) + this.noise * (Math.random() - 0.5);
      // One beam in a hundred is lost.
      return Math.random() < 0.01 ? 0 : range;
    });
    this.scans.publish({
      header: { ...header, frame_id: 'base_scan' },
      angle_min: 0,
      angle_max: 2 * Math.PI * (1 - 1 / BEAMS),
      angle_increment: (2 * Math.PI) / BEAMS,
      scan_time: SCAN_EVERY / ENCODER_HZ,
      range_min: 0.12,
      range_max: MAX_RANGE,
      ranges,
    });
  }
}

await rclnodejs.init();
rclnodejs.spin(new World());
