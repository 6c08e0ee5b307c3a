import type { PlanarPose } from './path.js';

/** A drive along given poses, one per `1 / rate` seconds, in equal steps between them. */
export class GivenDrive {
  pose: PlanarPose;
  /** m/s, over the poses before and after. */
  speed = 0;
  /** rad/s, counter-clockwise */
  yawRate = 0;
  /** Forward acceleration, m/s2: the change of speed at a pose, spread over the way to the next. */
  acceleration = 0;
  #steps = 0;

  /**
   * @param poses - at least one
   * @param rate - poses per second
   * @param stepsPerPose - steps from one pose to the next
   */
  constructor(
    readonly poses: readonly PlanarPose[],
    readonly rate: number,
    readonly stepsPerPose: number,
  ) {
    this.pose = poses[0]!;
  }

  /** The vehicle stands at the last pose. */
  get ended(): boolean {
    return this.#steps >= (this.poses.length - 1) * this.stepsPerPose;
  }

  /** Moves one step on; does nothing at the end. */
  step(): void {
    if (this.ended) return;
    const done = this.#steps % this.stepsPerPose;
    const at = (this.#steps - done) / this.stepsPerPose;
    const from = this.poses[at]!;
    const to = this.poses[at + 1]!;
    if (done === 0) this.#enter(from, to, at === 0);
    this.#steps++;
    this.pose =
      done + 1 === this.stepsPerPose ? to : between(from, to, (done + 1) / this.stepsPerPose);
  }

  #enter(from: PlanarPose, to: PlanarPose, first: boolean): void {
    const before = this.speed;
    const forward = from.cos * (to.x - from.x) + from.sin * (to.y - from.y);
    this.speed = forward * this.rate;
    this.acceleration = first ? 0 : (this.speed - before) * this.rate;
    const s = from.cos * to.sin - from.sin * to.cos;
    // The series of the arc sine: a vehicle turns by little from one scan to the next.
    this.yawRate = s * (1 + s * s * (1 / 6 + s * s * (3 / 40))) * this.rate;
  }
}

/** `share` of the way from one pose to another. */
function between(from: PlanarPose, to: PlanarPose, share: number): PlanarPose {
  const mix = (a: number, b: number) => a + (b - a) * share;
  const cos = mix(from.cos, to.cos);
  const sin = mix(from.sin, to.sin);
  const norm = Math.sqrt(cos * cos + sin * sin);
  return { x: mix(from.x, to.x), y: mix(from.y, to.y), cos: cos / norm, sin: sin / norm };
}
