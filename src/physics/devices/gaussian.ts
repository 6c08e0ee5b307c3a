import type { RandomStream } from '../../kernel/index.js';
import { pinnedMath } from '../../math/index.js';
import type { Noise } from './device_specs.js';

/** Draws from Gaussian distributions (Box and Muller 1958). */
export class Gaussian {
  readonly #stream: RandomStream;
  #spare: number | undefined;

  constructor(stream: RandomStream) {
    this.#stream = stream;
  }

  /** Draws the noise to add to a value; without noise, no random number is drawn. */
  draw({ mean, deviation }: Noise): number {
    return deviation === 0 ? mean : mean + deviation * this.#standard();
  }

  #standard(): number {
    const spare = this.#spare;
    this.#spare = undefined;
    if (spare !== undefined) return spare;
    const radius = Math.sqrt(-2 * pinnedMath.log(1 - this.#stream.float()));
    const angle = 2 * Math.PI * this.#stream.float();
    this.#spare = radius * pinnedMath.sin(angle);
    return radius * pinnedMath.cos(angle);
  }
}
