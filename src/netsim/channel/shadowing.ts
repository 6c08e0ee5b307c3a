import type { RandomStream } from '../../kernel/index.js';
import { pinnedMath } from '../../math/index.js';
import type { Point } from '../../models/index.js';

const SINUSOIDS = 64;
const { cos, sin } = pinnedMath;

/** A wave in the plane. */
interface Wave {
  readonly x: number;
  readonly y: number;
}

/**
 * Shadowing of one pair of agents: a Gaussian field over the places of both, of deviation 1, whose
 * correlation falls with e^(-Δ/d) as one of them moves by Δ (Gudmundson 1991; TR 38.901, 7.4.4). It is a
 * sum of sinusoids (Wang, Tameh and Nix, IEEE Trans. Veh. Tech. 57, 2008), so it is a function of the
 * places alone: an agent that comes back finds the same shadowing.
 */
export class Shadowing {
  readonly #waves: readonly { readonly a: Wave; readonly b: Wave; readonly phase: number }[];

  constructor(random: RandomStream) {
    const turn = 2 * Math.PI;
    const wave = (): Wave => {
      // The spectrum of e^(-r): the share of wave numbers up to k is 1 - 1/√(1 + k²).
      const rest = 1 - random.float();
      const k = Math.sqrt(Math.max(0, 1 / (rest * rest) - 1));
      const direction = turn * random.float();
      return { x: k * cos(direction), y: k * sin(direction) };
    };
    this.#waves = Array.from({ length: SINUSOIDS }, () => ({
      a: wave(),
      b: wave(),
      phase: turn * random.float(),
    }));
  }

  /** @param correlation - distance in m at which the correlation is 1/e */
  at(a: Point, b: Point, correlation: number): number {
    let sum = 0;
    for (const wave of this.#waves) {
      const first = wave.a.x * a[0] + wave.a.y * a[1];
      const second = wave.b.x * b[0] + wave.b.y * b[1];
      sum += cos((first + second) / correlation + wave.phase);
    }
    return Math.sqrt(2 / SINUSOIDS) * sum;
  }
}
