import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisTicks } from './axis_ticks.js';
import { drawFigure } from './draw_figure.js';
import { type CurvesFigure, type Figure, type RowsFigure, spanOf } from './figure.js';
import { figureSvg } from './figure_svg.js';
import { ticks } from './ticks.js';

const skin = { ink: '#000', faint: '#666', line: '#ddd', focus: '#eee', colourOf: () => '#0072b2' };

const number = fc.oneof(
  fc.double({ min: -1e12, max: 1e12, noNaN: true }),
  fc.constantFrom(0, 5e-324, 1e150, -1e150),
);
const text = fc.string({ maxLength: 40 });

const curves = fc
  .array(fc.array(fc.tuple(number, number), { maxLength: 8 }), { maxLength: 4 })
  .chain((lines) =>
    fc.tuple(fc.constant(lines), text, fc.boolean(), fc.constantFrom('ns', 'part', 'm')),
  )
  .map(
    ([lines, name, isIsometric, unit]): CurvesFigure => ({
      ...{ kind: 'curves', name: 'any', title: name, isIsometric },
      x: { label: name, unit, ...spanOf(lines.flat().map(([x]) => x)) },
      y: { label: name, unit, ...spanOf(lines.flat().map(([, y]) => y)) },
      curves: lines.map((points, i) => ({
        ...{ name, of: name, shape: i % 2 === 0 ? 'line' : 'steps' },
        x: points.map(([x]) => x),
        y: points.map(([, y]) => y),
        ...(i === 2 && { badness: points.map((_, k) => k / 7) }),
      })),
    }),
  );

const rows = fc
  .array(
    fc.tuple(number, number, fc.constantFrom('bar', 'frame', 'line', 'above', 'point'), text),
    {
      maxLength: 8,
    },
  )
  .map(
    (marks): RowsFigure => ({
      ...{ kind: 'rows', name: 'any', title: 'any', hasLegend: true },
      x: {
        label: 'time',
        unit: 'ns',
        ...spanOf(marks.map(([a]) => a).concat(marks.map(([, b]) => b))),
      },
      rows: marks.map(([, , , name]) => name),
      marks: marks.map(([a, b, shape, name], row) => ({
        ...{ row, shape, of: name, text: name, tip: name },
        from: Math.min(a, b),
        to: Math.max(a, b),
      })),
    }),
  );

describe('a figure', () => {
  it('is drawn with finite numbers only, whatever it holds, at any width and zoom', () => {
    const part = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.oneof<fc.Arbitrary<Figure>[]>(curves, rows),
        fc.integer({ min: 50, max: 3000 }),
        part,
        (figure, width, at) => {
          const { from, to } = figure.x;
          const window = { from: from + ((to - from) * at) / 2, to };
          const y = figure.kind === 'curves' ? figure.y : { from: 0, to: 1 };
          const { inside, outside } = drawFigure(figure, skin, width, { x: window, y });
          for (const { attributes } of [...inside, ...outside]) {
            expect(Object.values(attributes).join(' ')).not.toMatch(/NaN|Infinity|undefined/);
          }
        },
      ),
    );
  });

  it('is a well-formed file in which names are escaped', () => {
    fc.assert(
      fc.property(fc.oneof<fc.Arbitrary<Figure>[]>(curves, rows), (figure) => {
        const evil = { ...figure, title: '<script>"&' } as Figure;
        const svg = figureSvg([evil, figure]);
        expect(svg).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
        expect(svg).not.toContain('<script>');
        expect(figureSvg([evil, figure])).toBe(svg);
      }),
      { numRuns: 30 },
    );
  });
});

describe('axes', () => {
  it('have distinct tick labels for any span at any distance from zero', () => {
    const span = fc.double({ min: -9, max: 9, noNaN: true }).map((e) => 10 ** e);
    const origin = fc.double({ min: -1e15, max: 1e15, noNaN: true });
    fc.assert(
      fc.property(origin, span, (low, width) => {
        const { labels } = ticks([low, low + Math.max(width, Math.abs(low) * 1e-13)]);
        expect(new Set(labels).size).toBe(labels.length);
      }),
    );
  });

  it.each([
    [0, 900, 'time (ns)'],
    [0, 9_000_000, 'time (ms)'],
    [3_000_000_000_000, 3_000_000_900_000, 'time (s)'],
    [0, 4e9, 'time (s)'],
  ])('times from %d to %d ns are shown as %s', (from, to, title) => {
    const axis = { label: 'time', unit: 'ns', from, to };
    expect(axisTicks(axis, axis, 8)).toMatchObject({ title });
    const { labels } = axisTicks(axis, axis, 8);
    expect(labels.length).toBeGreaterThan(2);
    expect(new Set(labels).size).toBe(labels.length);
  });
});
