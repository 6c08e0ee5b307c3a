/** Everybody can distinguish the colours, on light and dark ground, and read text on them. */
import { describe, expect, it } from 'vitest';
import { ciede2000, contrast, differenceSeen, VISION_NAMES } from './colour_vision.test_support.js';
import { BADNESS, coloursOf, inkOn } from './colours.js';
import { drawFigure } from './draw_figure.js';
import type { RowsFigure } from './figure.js';

/** The grounds of the page and of figures in files. */
const GROUNDS = [
  ['#ffffff', false],
  ['#f6f7f9', false],
  ['#14191f', true],
  ['#1c232b', true],
] as const;
const ALL = 14;
/** The number of colours that are chosen to be as different as possible. */
const BEST = 7;

const palette = (onDark: boolean) => [
  ...coloursOf(
    Array.from({ length: ALL }, (_, i) => `/t${i + 10}`),
    onDark,
  ).values(),
];

const pairs = (colours: readonly string[]) =>
  colours.flatMap((one, i) => colours.slice(i + 1).map((other) => [one, other] as const));

describe('colours of names', () => {
  it('depend on the names alone, and text on them is readable', () => {
    const names = ['/scan', '/odom', '/driver timer#1', '/clock'];
    expect(coloursOf(names)).toEqual(coloursOf([...names].reverse()));
    expect(coloursOf(names).has('/clock')).toBe(false);
    for (const colour of [...palette(false), ...palette(true)])
      expect(contrast(colour, inkOn(colour))).toBeGreaterThan(3);
  });

  describe.each(VISION_NAMES)('seen with %s vision', (vision) => {
    it.each([false, true])('differ from each other (on dark ground: %s)', (onDark) => {
      const colours = palette(onDark);
      expect(new Set(colours).size).toBe(ALL);
      for (const [one, other] of pairs(colours))
        expect(differenceSeen(one, other, vision), `${one} ${other}`).toBeGreaterThan(7.9);
      for (const [one, other] of pairs(colours.slice(0, BEST)))
        expect(differenceSeen(one, other, vision), `${one} ${other}`).toBeGreaterThan(17);
    });

    it.each(GROUNDS)('differ from the ground %s', (ground, onDark) => {
      for (const colour of [...palette(onDark), ...BADNESS]) {
        expect(differenceSeen(colour, ground, vision), colour).toBeGreaterThan(19);
      }
      for (const colour of palette(onDark)) expect(contrast(colour, ground)).toBeGreaterThan(2.2);
    });

    it('show good and bad step by step', () => {
      for (const [one, other] of pairs(BADNESS))
        expect(differenceSeen(one, other, vision), `${one} ${other}`).toBeGreaterThan(10);
    });
  });
});

describe('a colour', () => {
  it('has a number beside it where bars of several names share a row', () => {
    const mark = { row: 0, shape: 'bar', text: '/node', tip: '' } as const;
    const figure: RowsFigure = {
      ...{ kind: 'rows', name: 'any', title: 'any', hasLegend: true, rows: ['thread'] },
      x: { label: 'time', unit: 'ns', from: 0, to: 100 },
      marks: [
        { ...mark, from: 0, to: 40, of: '/a' },
        { ...mark, from: 50, to: 52, of: '/b' },
      ],
    };
    const skin = { ink: '', faint: '', line: '', focus: '', colourOf: () => '#000000' };
    const { inside, outside } = drawFigure(figure, skin, 900);
    const texts = (shapes: typeof inside) => shapes.flatMap(({ text }) => text ?? []);
    expect(texts(inside)).toEqual(['1 /node', '2']);
    expect(texts(outside)).toEqual(expect.arrayContaining(['1 /a', '2 /b']));
  });
});

describe('the measure', () => {
  // Pairs of Sharma, Wu and Dalal (2005), table 1.
  it.each([
    [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
    [[50, 2.5, 0], [58, 24, 15], 19.4535],
    [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
    [[22.7233, 20.0904, -46.694], [23.0331, 14.973, -42.5619], 2.0373],
    [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
  ] as const)('of %j and %j is %d', (one, other, expected) => {
    expect(ciede2000(one, other)).toBeCloseTo(expected, 4);
  });
});
