import type { Joint } from '../bodies/robot.js';

/** A joint that is always where its motor wants it: wheels and steering of vehicles in closed form. */
export class TurningJoint implements Joint {
  position = 0;
  velocity = 0;

  drive(velocity: number): void {
    this.velocity = velocity;
  }

  hold(position: number): void {
    this.position = position;
    this.velocity = 0;
  }

  advance(dt: number): void {
    this.position += this.velocity * dt;
  }
}
