import { line, px, text } from './svg.js';

/** A unit of time with its length in ns. */
interface Unit {
  readonly name: string;
  readonly ns: number;
}

const UNITS: readonly Unit[] = [
  { name: 'ns', ns: 1 },
  { name: 'µs', ns: 1e3 },
  { name: 'ms', ns: 1e6 },
  { name: 's', ns: 1e9 },
];

/** Maps times to pixels, and draws the axis below a picture. Times in ns. */
export class TimeAxis {
  readonly #from: number;
  readonly #to: number;
  readonly #left: number;
  readonly #width: number;

  constructor(from: number, to: number, left: number, width: number) {
    this.#from = from;
    this.#to = to > from ? to : from + 1;
    this.#left = left;
    this.#width = width;
  }

  x(time: number): number {
    return this.#left + ((time - this.#from) / (this.#to - this.#from)) * this.#width;
  }

  /** Grid lines from `top` to `bottom` with their times below, and the axis title. */
  draw(top: number, bottom: number, label: string): string[] {
    const span = this.#to - this.#from;
    const step = stepOf(span, Math.max(2, Math.floor(this.#width / 90)));
    const unit = [...UNITS].reverse().find(({ ns }) => step >= ns || ns === 1)!;
    // The unit of the step, or a larger one if the numbers would be long.
    const shown = this.#to / unit.ns >= 1e5 ? largerOf(unit, this.#to) : unit;
    const digits = decimalsOf(step / shown.ns);
    const parts: string[] = [];
    for (let n = Math.ceil(this.#from / step); n * step <= this.#to; n++) {
      const x = this.x(n * step);
      parts.push(
        line(x, top, x, bottom, 'stroke="#e3e7eb"'),
        text(x, bottom + 17, ((n * step) / shown.ns).toFixed(digits), { anchor: 'middle' }),
      );
    }
    const right = this.#left + this.#width;
    return [
      ...parts,
      line(this.#left, bottom, right, bottom, 'stroke="#52606d"'),
      text(this.#left + this.#width / 2, bottom + 36, `${label} (${shown.name})`, {
        anchor: 'middle',
      }),
    ];
  }
}

function largerOf(unit: Unit, value: number): Unit {
  return UNITS.find(({ ns }) => ns > unit.ns && value / ns < 1e5) ?? UNITS.at(-1)!;
}

/** 1, 2 or 5 times a power of ten, so that at most `count` steps fill the span. */
function stepOf(span: number, count: number): number {
  const least = span / count;
  let power = 1;
  while (power > least) power /= 10;
  while (power * 10 <= least) power *= 10;
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least - 1e-9)!;
}

/** The decimal places needed to distinguish multiples of a step. */
function decimalsOf(step: number): number {
  let digits = 0;
  for (let rest = step; rest < 1 - 1e-9; rest *= 10) digits++;
  return digits;
}

/** A horizontal grid with labels at the left. */
export function levelLine(left: number, right: number, y: number, label: string): string {
  return `${line(left, y, right, y, 'stroke="#e3e7eb"')}${text(left - 8, y + 4, label, { anchor: 'end' })}`;
}

export function path(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${px(x)} ${px(y)}`).join('');
}
