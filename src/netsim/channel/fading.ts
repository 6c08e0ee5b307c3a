import type { RandomStream } from '../../kernel/index.js';
import { pinnedMath } from '../../math/index.js';

const PATHS = 32;
const { cos, sin } = pinnedMath;

/**
 * Fading of one pair of agents: many paths of equal power from directions all around (Clarke 1968), and
 * one direct path of `k` times their power together (Rice). It is a function of the distance that
 * the agents have moved, in wavelengths: the Doppler spectrum of Jakes follows from their speed.
 */
export class Fading {
  readonly #cosines: readonly number[];
  readonly #phases: readonly number[];
  readonly #direct: number;

  constructor(random: RandomStream) {
    const turn = 2 * Math.PI;
    const start = turn * random.float();
    this.#cosines = Array.from({ length: PATHS }, (_, i) => cos((turn * i + start) / PATHS));
    this.#phases = Array.from({ length: PATHS }, () => turn * random.float());
    this.#direct = turn * random.float();
  }

  /**
   * Returns the received power divided by its mean.
   *
   * @param wavelengths - how far the agents have moved
   * @param k - power of the direct path divided by that of all others; 0: Rayleigh
   */
  at(wavelengths: number, k: number): number {
    let real = 0;
    let imaginary = 0;
    for (let i = 0; i < PATHS; i++) {
      const phase = 2 * Math.PI * wavelengths * this.#cosines[i]! + this.#phases[i]!;
      real += cos(phase);
      imaginary += sin(phase);
    }
    const scattered = Math.sqrt(1 / ((k + 1) * PATHS));
    const direct = Math.sqrt(k / (k + 1));
    real = direct * cos(this.#direct) + scattered * real;
    imaginary = direct * sin(this.#direct) + scattered * imaginary;
    return real * real + imaginary * imaginary;
  }
}
