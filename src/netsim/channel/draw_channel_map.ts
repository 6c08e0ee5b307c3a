import type { NetworkModel, Point } from '../../models/index.js';
import type { ChannelMap } from './channel_map.js';

const PIXELS = 760;
const LEGEND = 34;
/** dBm at the ends of the colours. */
const [STRONGEST, WEAKEST] = [-40, -100];
/** From strong to weak; their brightness differs too, for readers who cannot tell the hues apart. */
const COLOURS = ['#fde725', '#a0da39', '#4ac16d', '#1fa187', '#277f8e', '#365c8d', '#46327e'];
const NOTHING = '#d8dbe0';

/**
 * Draws a map of a channel as SVG: the strength of an agent's signal at each place, the obstacles, and
 * how agents move. Equal maps give equal bytes.
 */
export function drawChannelMap(map: ChannelMap, { agents, channel }: NetworkModel): string {
  const { left, bottom, cell, columns, rows, sender } = map;
  const scale = PIXELS / (columns * cell);
  const height = rows * cell * scale;
  const x = (value: number) => round((value - left) * scale);
  const y = (value: number) => round(height - (value - bottom) * scale);
  const parts = cellsOf(map, x, y, cell * scale);
  for (const { min, max } of channel?.obstacles ?? []) {
    const size = `width="${round((max[0] - min[0]) * scale)}" height="${round((max[1] - min[1]) * scale)}"`;
    parts.push(
      `<rect x="${x(min[0])}" y="${y(max[1])}" ${size} fill="#fff" fill-opacity="0.35" stroke="#1f2933"/>`,
    );
  }
  for (const { position } of Object.values(agents)) {
    const way = (position?.trajectory ?? []).map(
      ({ at }: { at: Point }) => `${x(at[0])},${y(at[1])}`,
    );
    if (way.length === 0) continue;
    const style = 'fill="none" stroke="#d55e00" stroke-width="1.5" stroke-dasharray="6 4"';
    parts.push(`<polyline points="${way.join(' ')}" ${style}/>`);
  }
  parts.push(`<circle cx="${x(sender[0])}" cy="${y(sender[1])}" r="6" fill="#d55e00"/>`);
  const total = round(height + LEGEND);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PIXELS} ${total}" width="${PIXELS}" height="${total}" font-family="DejaVu Sans, Verdana, sans-serif" font-size="11" fill="#1f2933">
<rect width="100%" height="100%" fill="#fff"/>
${[...parts, ...legendOf(map, height)].join('\n')}
</svg>
`;
}

/** Draws adjacent cells of one colour as one rectangle. */
function cellsOf(
  { columns, rows, strengths, sensitivity, left, bottom, cell }: ChannelMap,
  x: (value: number) => number,
  y: (value: number) => number,
  size: number,
): string[] {
  const parts: string[] = [];
  for (let row = 0; row < rows; row++) {
    const colour = (column: number) => {
      const strength = strengths[row * columns + column]!;
      return strength < sensitivity ? NOTHING : colourOf(strength);
    };
    for (let column = 0; column < columns; ) {
      const first = column;
      while (column < columns && colour(column) === colour(first)) column++;
      const width = round((column - first) * size + 0.3);
      parts.push(
        `<rect x="${x(left + first * cell)}" y="${y(bottom + (row + 1) * cell)}" width="${width}" height="${round(size + 0.3)}" fill="${colour(first)}"/>`,
      );
    }
  }
  return parts;
}

function colourOf(strength: number): string {
  const share = (STRONGEST - strength) / (STRONGEST - WEAKEST);
  const index = Math.floor(share * COLOURS.length);
  return COLOURS[Math.min(COLOURS.length - 1, Math.max(0, index))]!;
}

function legendOf({ sensitivity }: ChannelMap, height: number): string[] {
  const width = 70;
  const step = (STRONGEST - WEAKEST) / COLOURS.length;
  const entry = (index: number, colour: string, text: string) => {
    const at = 8 + index * width;
    return `<rect x="${at}" y="${round(height + 10)}" width="12" height="12" fill="${colour}"/><text x="${at + 16}" y="${round(height + 20)}">${text}</text>`;
  };
  const entries = COLOURS.map((colour, index) =>
    entry(index, colour, `${index === 0 ? '≥ ' : ''}${Math.round(STRONGEST - (index + 1) * step)}`),
  );
  const nothing = entry(COLOURS.length, NOTHING, `below ${round(sensitivity)} dBm: nothing`);
  return [...entries, nothing];
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
