/** Points of a curve, x and y. */
export type Series = readonly (readonly [number, number])[];

/** Something that is drawn in a panel. */
export interface Drawing {
  readonly points: Series;
  readonly kind: 'line' | 'dots' | 'bars';
}

const WIDTH = 440;
const HEIGHT = 260;
const MARGIN = { left: 58, right: 14, top: 30, bottom: 44 };
/** Distinct also for colour-blind people (Okabe and Ito 2008). */
const COLOURS = ['#0072b2', '#d55e00'] as const;
const TICKS = 5;

/** A diagram with two axes that begin at 0. */
export class Panel {
  readonly #title: string;
  readonly #x: string;
  readonly #y: string;
  readonly #drawings: readonly Drawing[];

  /** @param x - what the horizontal axis shows, with its unit */
  constructor(title: string, x: string, y: string, drawings: readonly Drawing[]) {
    this.#title = title;
    this.#x = x;
    this.#y = y;
    this.#drawings = drawings;
  }

  /** The SVG of the panel, `left` and `top` pixels from the corner. */
  draw(left: number, top: number): string {
    const all = this.#drawings.flatMap(({ points }) => points);
    const most = (axis: 0 | 1) => niceMost(Math.max(0, ...all.map((point) => point[axis])));
    const [xMost, yMost] = [most(0), most(1)];
    const inner = {
      width: WIDTH - MARGIN.left - MARGIN.right,
      height: HEIGHT - MARGIN.top - MARGIN.bottom,
    };
    const x = (value: number) => left + MARGIN.left + (value / xMost) * inner.width;
    const y = (value: number) => top + MARGIN.top + (1 - value / yMost) * inner.height;
    const label = (px: number, py: number, text: string, more = '') =>
      `<text x="${round(px)}" y="${round(py)}"${more}>${text}</text>`;
    const middle = ' text-anchor="middle"';
    const centre = [x(xMost / 2), y(yMost / 2)] as const;
    const turned = `${middle} transform="rotate(-90 ${round(left + 16)} ${round(centre[1])})"`;
    return [
      label(left + MARGIN.left, top + 18, this.#title, ' font-weight="bold"'),
      ...ticks(xMost).flatMap((value) => [
        `<path d="M${round(x(value))} ${round(y(0))}V${round(y(yMost))}" stroke="#e4e7eb"/>`,
        label(x(value), y(0) + 16, number(value), middle),
      ]),
      ...ticks(yMost).flatMap((value) => [
        `<path d="M${round(x(0))} ${round(y(value))}H${round(x(xMost))}" stroke="#e4e7eb"/>`,
        label(x(0) - 6, y(value) + 4, number(value), ' text-anchor="end"'),
      ]),
      ...this.#drawings.map((drawing, index) => draw(drawing, x, y, COLOURS[index % 2]!)),
      label(centre[0], y(0) + 34, this.#x, middle),
      label(left + 16, centre[1], this.#y, turned),
    ].join('\n');
  }
}

/** Panels side by side, two in a row, under a title. */
export function svgOf(title: string, panels: readonly Panel[]): string {
  const height = 40 + Math.ceil(panels.length / 2) * HEIGHT;
  const escaped = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const parts = panels.map((panel, index) =>
    panel.draw((index % 2) * WIDTH, 40 + Math.floor(index / 2) * HEIGHT),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${2 * WIDTH} ${height}" width="${2 * WIDTH}" height="${height}" font-family="DejaVu Sans, Verdana, sans-serif" font-size="11" fill="#1f2933">
<rect width="100%" height="100%" fill="#fff"/>
<text x="${MARGIN.left}" y="24" font-size="14" font-weight="bold">${escaped}</text>
${parts.join('\n')}
</svg>
`;
}

function draw(
  { points, kind }: Drawing,
  x: (value: number) => number,
  y: (value: number) => number,
  colour: string,
): string {
  const at = ([px, py]: readonly [number, number]) => `${round(x(px))} ${round(y(py))}`;
  if (kind === 'line') {
    return `<polyline points="${points.map(at).join(' ')}" fill="none" stroke="${colour}"/>`;
  }
  if (kind === 'dots') {
    const dots = points.map((point) => `M${at(point)}h0`).join('');
    return `<path d="${dots}" stroke="${colour}" stroke-width="3" stroke-linecap="round" opacity="0.6"/>`;
  }
  const [first, second] = points;
  const width = Math.max(1, x(second?.[0] ?? 0) - x(first?.[0] ?? 0) - 1);
  const bars = points.map(
    ([px, py]) =>
      `M${round(x(px) - width / 2)} ${round(y(0))}V${round(y(py))}h${round(width)}V${round(y(0))}z`,
  );
  return `<path d="${bars.join('')}" fill="${colour}" opacity="0.45"/>`;
}

/** The least of 1, 2, 2.5, 5 times a power of ten that is not smaller. */
function niceMost(most: number): number {
  if (!(most > 0)) return 1;
  for (let power = 1e-9; ; power *= 10) {
    for (const step of [1, 1.5, 2, 2.5, 5]) if (step * power >= most) return step * power;
  }
}

function ticks(most: number): number[] {
  return Array.from({ length: TICKS + 1 }, (_, index) => (index * most) / TICKS);
}

function number(value: number): string {
  return String(Number(value.toPrecision(3)));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
