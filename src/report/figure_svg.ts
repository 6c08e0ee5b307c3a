import { coloursOf, NEUTRAL_COLOUR } from './colours.js';
import { drawFigure } from './draw_figure.js';
import { type Drawing, fitted, type Shape, type Skin, textAt } from './drawing.js';
import { type Figure, namesIn } from './figure.js';

const WIDTH = 960;
const HEAD = 40;
const NOTE = 20;

/**
 * Draws figures as one SVG text on white ground, one below the other. Equal figures give equal bytes.
 *
 * @param title - title above all figures
 * @param names - all names that get colours, so that several pictures use the same ones
 */
export function figureSvg(
  figures: readonly Figure[],
  title?: string,
  names: Iterable<string> = figures.flatMap(namesIn),
): string {
  const skin = onWhite(names);
  const parts: string[] = [];
  let top = 0;
  if (title !== undefined) {
    parts.push(textOf(textAt(24, 26, fitted(title, WIDTH - 48, 15), { size: 15 })));
    top += HEAD;
  }
  for (const [i, figure] of figures.entries()) {
    const drawing = drawFigure(figure, skin, WIDTH);
    const head = HEAD + (figure.note === undefined ? 0 : NOTE);
    parts.push(`<g transform="translate(0 ${top})">`, ...headOf(figure, skin), '</g>');
    parts.push(`<g transform="translate(0 ${top + head})">`, ...partsOf(drawing, i), '</g>');
    top += head + drawing.height;
  }
  const height = Math.ceil(top + 10);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="DejaVu Sans, Verdana, sans-serif" font-size="12" fill="${skin.ink}">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    ...parts,
    '</svg>\n',
  ].join('\n');
}

function onWhite(names: Iterable<string>): Skin {
  const colours = coloursOf(names);
  return {
    ...{ ink: '#1f2933', faint: '#52606d', line: '#e3e7eb', focus: '#fff3cd' },
    colourOf: (name) => colours.get(name) ?? NEUTRAL_COLOUR,
  };
}

function headOf({ title, note }: Figure, skin: Skin): string[] {
  const bold = textAt(24, 26, fitted(title, WIDTH - 48, 15), { size: 15 });
  const below = textAt(24, 44, fitted(note ?? '', WIDTH - 48, 11), {
    size: 11,
    colour: skin.faint,
  });
  return note === undefined ? [textOf(bold)] : [textOf(bold), textOf(below)];
}

function partsOf({ plot, inside, outside }: Drawing, index: number): string[] {
  const { left, top, width, height } = plot;
  return [
    `<clipPath id="plot${index}"><rect x="${left}" y="${top - 6}" width="${width}" height="${height + 6}"/></clipPath>`,
    ...outside.map(textOf),
    `<g clip-path="url(#plot${index})">`,
    ...inside.map(textOf),
    '</g>',
  ];
}

function textOf({ tag, attributes, text, tip }: Shape): string {
  const given = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  const title = tip === undefined ? '' : `<title>${escaped(tip)}</title>`;
  const content = `${title}${escaped(text ?? '')}`;
  return content === ''
    ? `<${tag}${given.join('')}/>`
    : `<${tag}${given.join('')}>${content}</${tag}>`;
}

function escaped(value: string | number): string {
  return String(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
