// Offers plan_path: a shortest path on a grid, around everything that the scanner has seen.
import rclnodejs from 'rclnodejs';
import { parameterOf } from './parameter_of.js';

const PLAN_PATH = 'diff_drive_robot/action/PlanPath';
const CELL = 0.25;
const STEPS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

const cellOf = ({ x, y }) => `${Math.round(x / CELL)},${Math.round(y / CELL)}`;
const pointOf = (cell) => {
  const [x, y] = cell.split(',').map(Number);
  return { x: x * CELL, y: y * CELL, z: 0 };
};

class Planner extends rclnodejs.Node {
  #pose = { x: 0, y: 0, yaw: 0 };
  #occupied = new Set();

  constructor() {
    super('planner');
    this.inflation = parameterOf(this, 'inflation', 0.3);
    this.createSubscription('nav_msgs/msg/Odometry', 'odom', ({ pose: { pose } }) => {
      const { z, w } = pose.orientation;
      this.#pose = { ...pose.position, yaw: 2 * Math.atan2(z, w) };
    });
    this.createSubscription('sensor_msgs/msg/LaserScan', 'scan_filtered', (scan) =>
      this.#see(scan),
    );
    new rclnodejs.ActionServer(this, PLAN_PATH, 'plan_path', (goal) => this.#execute(goal));
  }

  #see({ ranges, angle_increment: increment, range_min: near, range_max: far }) {
    const { x, y, yaw } = this.#pose;
    for (const [i, range] of ranges.entries()) {
      if (range < near || range >= far) continue;
      const angle = yaw + i * increment;
      const hit = { x: x + range * Math.cos(angle), y: y + range * Math.sin(angle) };
      for (const dx of [-this.inflation, 0, this.inflation]) {
        for (const dy of [-this.inflation, 0, this.inflation]) {
          this.#occupied.add(cellOf({ x: hit.x + dx, y: hit.y + dy }));
        }
      }
    }
  }

  #execute(handle) {
    const cells = this.#search(cellOf(this.#pose), cellOf(handle.request.goal));
    handle.publishFeedback({ cells_visited: cells.visited });
    if (cells.path === undefined) handle.abort();
    else handle.succeed();
    const header = { stamp: this.now().toMsg(), frame_id: 'odom' };
    const poses = (cells.path ?? []).map((cell) => ({
      header,
      pose: { position: pointOf(cell), orientation: { x: 0, y: 0, z: 0, w: 1 } },
    }));
    return { path: { header, poses } };
  }

  /** Breadth-first: the first path found is a shortest one. */
  #search(from, to) {
    const cameFrom = new Map([[from, undefined]]);
    for (const cell of cameFrom.keys()) {
      if (cell === to) break;
      if (cameFrom.size > 10_000) break;
      const [x, y] = cell.split(',').map(Number);
      for (const [dx, dy] of STEPS) {
        const next = `${x + dx},${y + dy}`;
        if (!cameFrom.has(next) && !this.#occupied.has(next)) cameFrom.set(next, cell);
      }
    }
    const visited = cameFrom.size;
    if (!cameFrom.has(to)) return { visited, path: undefined };
    const path = [];
    for (let cell = to; cell !== undefined; cell = cameFrom.get(cell)) path.unshift(cell);
    return { visited, path };
  }
}

await rclnodejs.init();
rclnodejs.spin(new Planner());
