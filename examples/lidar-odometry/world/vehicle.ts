import { sinCos } from './angles.js';
import type { CentreLine, PlanarPose } from './path.js';

/** What a vehicle is asked to do. */
export interface VehicleCommand {
  /** m/s */
  readonly speed: number;
  /** rad/s, counter-clockwise */
  readonly yawRate: number;
}

/** A car in the plane that follows commands as fast as its limits allow. */
export class Vehicle {
  speed = 0;
  yawRate = 0;
  /** Forward acceleration of the last step, m/s2. */
  acceleration = 0;

  constructor(public pose: PlanarPose) {}

  /** Moves on by `dt` seconds (at most 0.1). */
  step(command: VehicleCommand, dt: number): void {
    const maxAcceleration = 2.5;
    const maxYawAcceleration = 2;
    const before = this.speed;
    this.speed += limit(command.speed - this.speed, maxAcceleration * dt);
    this.yawRate += limit(command.yawRate - this.yawRate, maxYawAcceleration * dt);
    this.acceleration = (this.speed - before) / dt;
    // Half of the turn before the way and half after it: second-order accurate.
    this.#turn(0.5 * this.yawRate * dt);
    const way = 0.5 * (before + this.speed) * dt;
    const { x, y, cos, sin } = this.pose;
    this.pose = { x: x + way * cos, y: y + way * sin, cos, sin };
    this.#turn(0.5 * this.yawRate * dt);
  }

  #turn(angle: number): void {
    const [s, c] = sinCos(limit(angle, 0.7));
    const { x, y } = this.pose;
    const cos = this.pose.cos * c - this.pose.sin * s;
    const sin = this.pose.sin * c + this.pose.cos * s;
    const norm = Math.sqrt(cos * cos + sin * sin);
    this.pose = { x, y, cos: cos / norm, sin: sin / norm };
  }
}

function limit(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}

/**
 * Pure pursuit (Coulter, 1992): steers along the circle that leads to a point of the line some
 * way ahead, and slows down so that the lateral acceleration stays comfortable.
 */
export class PurePursuit {
  /** Index of the point of the line nearest to the vehicle. */
  #at = 0;

  /**
   * @param line - the line to follow, one point per metre
   * @param closed - start again at its end
   * @param maxSpeed - m/s
   */
  constructor(
    readonly line: CentreLine,
    readonly closed: boolean,
    readonly maxSpeed: number,
  ) {}

  /** Metres left to the end of the line; infinite if it is closed. */
  get remaining(): number {
    return this.closed ? Number.POSITIVE_INFINITY : this.line.x.length - 1 - this.#at;
  }

  command(pose: PlanarPose, speed: number): VehicleCommand {
    this.#advance(pose);
    const ahead = this.#index(this.#at + Math.floor(4 + 0.6 * speed));
    const dx = this.line.x[ahead]! - pose.x;
    const dy = this.line.y[ahead]! - pose.y;
    const lateral = pose.cos * dy - pose.sin * dx;
    const curvature = (2 * lateral) / Math.max(dx * dx + dy * dy, 1);
    const comfortable = Math.sqrt(2 / Math.max(this.#sharpestAhead(speed), 1e-3));
    const stopping = Math.sqrt(2 * 1.5 * Math.max(this.remaining - 2, 0));
    const target = Math.min(this.maxSpeed, comfortable, stopping);
    return { speed: target, yawRate: curvature * speed };
  }

  /** Curvature of the sharpest bend within the braking distance, 1/m. */
  #sharpestAhead(speed: number): number {
    const { tangentX, tangentY } = this.line;
    let sharpest = 0;
    for (let k = 0; k < 6 + 0.3 * speed * speed; k += 2) {
      const a = this.#index(this.#at + k);
      const b = this.#index(this.#at + k + 4);
      const cross = tangentX[a]! * tangentY[b]! - tangentY[a]! * tangentX[b]!;
      sharpest = Math.max(sharpest, Math.abs(cross) / 4);
    }
    return sharpest;
  }

  /** Follows the vehicle along the line; it never goes back, so crossings do no harm. */
  #advance(pose: PlanarPose): void {
    const distance = (i: number): number => {
      const dx = this.line.x[i]! - pose.x;
      const dy = this.line.y[i]! - pose.y;
      return dx * dx + dy * dy;
    };
    for (let k = 0; k < 20; k++) {
      const next = this.#index(this.#at + 1);
      if (next === this.#at || distance(next) > distance(this.#at)) return;
      this.#at = next;
    }
  }

  #index(i: number): number {
    const n = this.line.x.length;
    return this.closed ? i % n : Math.min(i, n - 1);
  }
}
