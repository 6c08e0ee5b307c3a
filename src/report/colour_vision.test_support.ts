/** How different two colours look to people with any colour vision. */

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/** Matrices on linear RGB for complete dichromacy: Machado, Oliveira and Fernandes (2009), table 1. */
const VISIONS: Readonly<Record<string, Matrix>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
/** The kinds of colour vision. */
export const VISION_NAMES = Object.keys(VISIONS);

/** From linear sRGB to XYZ, relative to the white point D65. */
const TO_XYZ: Matrix = [
  [0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339 / 1.08883, 0.119192 / 1.08883, 0.9503041 / 1.08883],
];

/** The CIEDE2000 difference of two colours `#rrggbb` as a person with this vision sees them. */
export function differenceSeen(one: string, other: string, vision: string): number {
  return ciede2000(labOf(one, VISIONS[vision]!), labOf(other, VISIONS[vision]!));
}

/** The contrast ratio of two colours (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [a, b] = [one, other].map((colour) => {
    const [x, y, z] = linearOf(colour);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  });
  return (Math.max(a!, b!) + 0.05) / (Math.min(a!, b!) + 0.05);
}

/** The channels of `#rrggbb` or `#rgb` as linear light. */
function linearOf(colour: string): Triple {
  const long = colour.length === 4 ? colour.replace(/[0-9a-f]/g, '$&$&') : colour;
  return triple((at) => {
    const part = Number.parseInt(long.slice(1 + 2 * at, 3 + 2 * at), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
}

function labOf(colour: string, vision: Matrix): Triple {
  const seen = times(vision, linearOf(colour));
  const light = times(
    TO_XYZ,
    triple((at) => Math.min(1, Math.max(0, seen[at]))),
  );
  const [x, y, z] = triple((at) =>
    light[at] > (6 / 29) ** 3 ? Math.cbrt(light[at]) : light[at] / (3 * (6 / 29) ** 2) + 4 / 29,
  );
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function triple(part: (at: 0 | 1 | 2) => number): Triple {
  return [part(0), part(1), part(2)];
}

function times(matrix: Matrix, [x, y, z]: Triple): Triple {
  return triple((at) => {
    const [a, b, c] = matrix[at];
    return a * x + b * y + c * z;
  });
}

const TURN = 360;
const radians = (degrees: number) => (degrees * Math.PI) / 180;
const cosine = (degrees: number) => Math.cos(radians(degrees));
const steep = (chroma: number) => Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7));

/** CIE 142-2001, in the form of Sharma, Wu and Dalal (2005). */
export function ciede2000([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const stretch = 1.5 - 0.5 * steep((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2);
  const [c1, c2] = [Math.hypot(a1 * stretch, b1), Math.hypot(a2 * stretch, b2)];
  const hueOf = (a: number, b: number) => (Math.atan2(b, a) / radians(1) + TURN) % TURN;
  const [h1, h2] = [hueOf(a1 * stretch, b1), hueOf(a2 * stretch, b2)];
  const isGrey = c1 * c2 === 0;
  let turn = isGrey ? 0 : h2 - h1;
  if (Math.abs(turn) > TURN / 2) turn -= Math.sign(turn) * TURN;
  let hue = isGrey ? h1 + h2 : (h1 + h2) / 2;
  if (!isGrey && Math.abs(h1 - h2) > TURN / 2) hue += hue < TURN / 2 ? TURN / 2 : -TURN / 2;
  const [lightness, chroma] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const weight =
    1 -
    0.17 * cosine(hue - 30) +
    0.24 * cosine(2 * hue) +
    0.32 * cosine(3 * hue + 6) -
    0.2 * cosine(4 * hue - 63);
  const off = (lightness - 50) ** 2;
  const dl = (l2 - l1) / (1 + (0.015 * off) / Math.sqrt(20 + off));
  const dc = (c2 - c1) / (1 + 0.045 * chroma);
  const dh = (2 * Math.sqrt(c1 * c2) * Math.sin(radians(turn / 2))) / (1 + 0.015 * chroma * weight);
  const rotation =
    -2 * steep(chroma) * Math.sin(radians(60 * Math.exp(-(((hue - 275) / 25) ** 2))));
  return Math.sqrt(dl * dl + dc * dc + dh * dh + rotation * dc * dh);
}
