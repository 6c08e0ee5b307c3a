import { sin } from './math.js';
import type { Pose } from './pose.js';

/**
 * How far the constant-velocity prediction is usually off: the root mean square of all deviations
 * above `minMotion` seen so far, which scales data association and robust kernel.
 */
export class AdaptiveThreshold {
  #sumOfSquares: number;
  #samples = 1;

  /**
   * @param initial - threshold before the first observation, metres
   * @param minMotion - deviations up to this are ignored, metres
   * @param maxRange - lever arm that turns a rotation into a distance, metres
   */
  constructor(
    initial: number,
    readonly minMotion: number,
    readonly maxRange: number,
  ) {
    this.#sumOfSquares = initial * initial;
  }

  get samples(): number {
    return this.#samples;
  }

  /** The threshold sigma in metres. */
  get value(): number {
    return Math.sqrt(this.#sumOfSquares / this.#samples);
  }

  /** Records how far the registered pose was from the predicted one. */
  update(deviation: Pose): void {
    const rotation = 2 * this.maxRange * sin(deviation.rotationAngle() / 2);
    const error = rotation + deviation.translationNorm();
    if (error <= this.minMotion) return;
    this.#sumOfSquares += error * error;
    this.#samples++;
  }
}
