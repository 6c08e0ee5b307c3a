import { pinnedMath } from '../../math/index.js';
import { erfc } from './erfc.js';
import type { Modulation } from './wifi_standard.js';

/**
 * Weights a_d of the union bound for the punctured convolutional code of 802.11 (generators 133 and
 * 171): [distance d, a_d], and the factor 1/(2b) of b bits per trellis step (Pei and Henderson,
 * "Validation of OFDM error rate model in ns-3", 2010; Frenger et al. 1999).
 */
const CODES: Readonly<Record<Modulation['codeRate'], { factor: number; weights: number[][] }>> = {
  '1/2': {
    factor: 1 / 2,
    weights: [
      [10, 36],
      [12, 211],
      [14, 1404],
      [16, 11633],
      [18, 77433],
      [20, 502690],
      [22, 3322763],
      [24, 21292910],
      [26, 134365911],
    ],
  },
  '2/3': {
    factor: 1 / 4,
    weights: [
      [6, 3],
      [7, 70],
      [8, 285],
      [9, 1276],
      [10, 6160],
      [11, 27128],
      [12, 117019],
      [13, 498860],
      [14, 2103891],
      [15, 8784123],
    ],
  },
  '3/4': {
    factor: 1 / 6,
    weights: [
      [5, 42],
      [6, 201],
      [7, 1492],
      [8, 10469],
      [9, 62935],
      [10, 379644],
      [11, 2253373],
      [12, 13073811],
      [13, 75152755],
      [14, 428005675],
    ],
  },
  '5/6': {
    factor: 1 / 10,
    weights: [
      [4, 92],
      [5, 528],
      [6, 8694],
      [7, 79453],
      [8, 792114],
      [9, 7375573],
      [10, 67884974],
      [11, 610875423],
      [12, 5427275376],
      [13, 47664215639],
    ],
  },
};

/** Bit error rates before decoding, by bits per subcarrier: weight and divisor of the erfc. */
const RAW: Readonly<Record<Modulation['bits'], readonly [weight: number, divisor: number]>> = {
  1: [1 / 2, 1],
  2: [1 / 2, 2],
  4: [3 / 8, 10],
  6: [7 / 24, 42],
  8: [15 / 64, 170],
  10: [31 / 160, 682],
};

/** The model that gives the probability of packet errors from the signal. */
export type ErrorModel = 'nist' | 'table';

/**
 * Probability that `bits` bits do not all arrive.
 *
 * `nist` is the closed form of Pei and Henderson (2010) with soft bounds by Chernoff; it is some 3 to
 * 4.5 dB pessimistic. `table` follows the link simulations of Patidar, Roy, Henderson and Mehrnoush
 * (WNS3 2017), ns-3's default, by a logistic curve for each of MCS 0 … 7.
 *
 * @param snr - signal over noise and interference, a ratio (not dB)
 */
export function packetErrorRate(
  model: ErrorModel,
  modulation: Modulation,
  snr: number,
  bits: number,
): number {
  if (snr <= 0) return 1;
  return model === 'nist' ? nist(modulation, snr, bits) : fitted(modulation, snr, bits);
}

function nist({ bits: order, codeRate }: Modulation, snr: number, bits: number): number {
  const [weight, divisor] = RAW[order];
  const raw = weight * erfc(Math.sqrt(snr / divisor));
  if (raw === 0) return 0;
  const { factor, weights } = CODES[codeRate];
  const bound = Math.sqrt(4 * raw * (1 - raw));
  let coded = 0;
  for (const [distance = 0, count = 0] of weights) coded += count * integerPower(bound, distance);
  return failure(Math.min(1, factor * coded), bits);
}

/** 1 − (1 − p)^n without losing small p. */
function failure(p: number, n: number): number {
  return p >= 1 ? 1 : -pinnedMath.expm1(n * pinnedMath.log1p(-p));
}

function integerPower(base: number, exponent: number): number {
  let result = 1;
  for (let i = 0; i < exponent; i++) result *= base;
  return result;
}

/** Midpoint (dB) and steepness (1/dB) of the curves for packets of 1500 bytes, by order and code. */
const CURVES: Readonly<Record<string, readonly [midpoint: number, steepness: number]>> = {
  '1 1/2': [0.35, 3.74],
  '2 1/2': [3.34, 3.63],
  '2 3/4': [5.81, 3.52],
  '4 1/2': [8.99, 3.08],
  '4 3/4': [12.15, 3.31],
  '6 2/3': [16.35, 2.88],
  '6 3/4': [17.62, 2.82],
  '6 5/6': [18.94, 2.99],
};

/** 34 dB: 15 dB above the last midpoint, where the curve is below 1e-17. */
const CLEAR = 2512;
const FITTED_BITS = 1500 * 8;

function fitted(modulation: Modulation, snr: number, bits: number): number {
  const curve = CURVES[`${modulation.bits} ${modulation.codeRate}`];
  // No link simulations cover the modulations of 802.11ax: the closed form is used for them.
  if (curve === undefined) return nist(modulation, snr, bits);
  const [midpoint, steepness] = curve;
  if (snr > CLEAR) return 0;
  const decibels = 10 * pinnedMath.log10(snr);
  const whole = 1 / (1 + pinnedMath.exp(steepness * (decibels - midpoint)));
  return failure(whole, bits / FITTED_BITS);
}
