import type { ChainAnalysis } from './chain_tracker.js';
import { colourOf, fitted, line, picture, px, text, widthOf } from './svg.js';
import { TimeAxis } from './time_axis.js';

const WIDTH = 960;
const LEFT = 230;
const RIGHT = 30;
const TOP = 84;
const ROW = 34;
const KINDS = ['sampling', 'under way', 'waiting', 'until the next output'] as const;
type Kind = (typeof KINDS)[number];

interface Stage {
  readonly kind: Kind;
  readonly from: number;
  readonly to: number;
}

/** The slowest sample of a chain: how it spent its time, step by step. */
export function chainPlot(chain: ChainAnalysis): string {
  const worst = chain.worst!;
  const { sampled, end, hops } = worst;
  const axis = new TimeAxis(0, Math.max(1, end - sampled), LEFT, WIDTH - LEFT - RIGHT);
  const bottom = TOP + ROW * hops.length;
  const rows = hops.map((hop, i) => {
    const y = TOP + ROW * i;
    const next = hops[i + 1]?.published ?? end;
    const all: Stage[] = [
      { kind: 'sampling', from: i === 0 ? sampled : hop.published, to: hop.published },
      { kind: 'under way', from: hop.published, to: hop.arrived },
      { kind: 'waiting', from: hop.arrived, to: hop.started },
      { kind: 'until the next output', from: hop.started, to: next },
    ];
    const bars = all.filter(({ from, to }) => to > from).map((stage) => bar(stage, y));
    const node = chain.nodes[i] ?? null;
    const label = node === null ? `${hop.topic} (published)` : `${hop.topic} → ${node}`;
    return [
      text(LEFT - 10, y + ROW / 2 + 4, fitted(label, LEFT - 20), { anchor: 'end' }),
      line(LEFT, y + ROW, WIDTH - RIGHT, y + ROW, 'stroke="#cbd2d9"'),
      ...bars,
      ...(node === null ? [dot(hop.published, y)] : []),
    ].join('');
  });
  function dot(time: number, y: number): string {
    return `<circle cx="${px(axis.x(time - sampled))}" cy="${y + ROW / 2}" r="5" fill="#1f2933"><title>published</title></circle>`;
  }
  function bar({ kind, from, to }: Stage, y: number): string {
    const [x, right] = [axis.x(from - sampled), axis.x(to - sampled)];
    const width = Math.max(1.5, right - x);
    const tip = `<title>${kind}: ${((to - from) / 1e6).toFixed(3)} ms</title>`;
    const duration = `${((to - from) / 1e6).toFixed(1)}`;
    const label =
      widthOf(duration, 11) + 6 < width
        ? text(x + width / 2, y + 21, duration, { anchor: 'middle', size: 11, colour: '#fff' })
        : '';
    return `<rect x="${px(x)}" y="${y + 6}" width="${px(width)}" height="${ROW - 12}" fill="${colourOf(KINDS.indexOf(kind))}">${tip}</rect>${label}`;
  }
  const legend = KINDS.map((kind, i) => {
    const x = LEFT + 170 * i;
    return `<rect x="${x}" y="52" width="12" height="12" fill="${colourOf(i)}"/>${text(x + 18, 62, kind)}`;
  });
  const total = `${((end - sampled) / 1e6).toFixed(3)} ms`;
  return picture(WIDTH, bottom + 50, [
    text(24, 28, fitted(`The slowest sample, ${total}: ${chain.name}`, WIDTH - 48, 15), {
      size: 15,
      bold: true,
    }),
    ...legend,
    ...axis.draw(TOP, bottom, 'time since the sample'),
    ...rows,
  ]);
}
