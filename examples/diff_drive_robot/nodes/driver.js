// Asks the planner for a path to the goal, and drives along it by pure pursuit.
import rclnodejs from 'rclnodejs';
import { parameterOf } from './parameter_of.js';

const PLAN_PATH = 'diff_drive_robot/action/PlanPath';
const LOOK_AHEAD = 0.4;
const SPEED = 0.3;

class Driver extends rclnodejs.Node {
  #pose;
  #path = [];

  constructor() {
    super('driver');
    this.goal = { x: parameterOf(this, 'goal_x', 3), y: parameterOf(this, 'goal_y', 1), z: 0 };
    this.commands = this.createPublisher('geometry_msgs/msg/Twist', 'cmd_vel');
    this.paths = this.createPublisher('nav_msgs/msg/Path', 'plan');
    this.arrivals = this.createPublisher('std_msgs/msg/Bool', 'arrived');
    this.createSubscription('nav_msgs/msg/Odometry', 'odom', ({ pose: { pose } }) => {
      const { z, w } = pose.orientation;
      this.#pose = { ...pose.position, yaw: 2 * Math.atan2(z, w) };
    });
    this.createTimer(100_000_000n, () => this.#drive());
    this.planner = new rclnodejs.ActionClient(this, PLAN_PATH, 'plan_path');
    // Once a second, because the scanner sees more on the way.
    this.createTimer(1_000_000_000n, () => this.#plan());
  }

  async #plan() {
    if (!this.planner.isActionServerAvailable()) return;
    const handle = await this.planner.sendGoal({ goal: this.goal });
    const { path } = await handle.getResult();
    if (!handle.isSucceeded()) return;
    this.#path = path.poses.map(({ pose }) => pose.position);
    this.paths.publish(path);
  }

  #drive() {
    if (this.#pose === undefined || this.#path.length === 0) return;
    const away = (point) => Math.hypot(point.x - this.#pose.x, point.y - this.#pose.y);
    if (away(this.goal) < 0.2) {
      this.commands.publish({ linear: { x: 0, y: 0, z: 0 }, angular: { x: 0, y: 0, z: 0 } });
      this.arrivals.publish({ data: true });
      return;
    }
    const target = this.#path.find((point) => away(point) > LOOK_AHEAD) ?? this.goal;
    const heading = Math.atan2(target.y - this.#pose.y, target.x - this.#pose.x);
    const error = heading - this.#pose.yaw;
    const turn = Math.atan2(Math.sin(error), Math.cos(error));
    const forward = Math.abs(turn) < 0.8 ? SPEED : 0;
    this.commands.publish({
      linear: { x: forward, y: 0, z: 0 },
      angular: { x: 0, y: 0, z: 1.5 * turn },
    });
  }
}

await rclnodejs.init();
rclnodejs.spin(new Driver());
