/** Building blocks of the pictures. Coordinates are pixels, rounded to hundredths. */

/** Nine colours that colour-blind people can distinguish (Okabe and Ito 2008, and grey). */
const COLOURS: readonly string[] = [
  '#0072b2',
  '#d55e00',
  '#009e73',
  '#cc79a7',
  '#e69f00',
  '#56b4e9',
  '#7a5195',
  '#8c6d31',
  '#6b7280',
];

export function colourOf(index: number): string {
  return COLOURS[index % COLOURS.length]!;
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A number for an attribute. */
export function px(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** A whole picture on white ground. */
export function picture(width: number, height: number, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${px(width)} ${px(height)}" width="${px(width)}" height="${px(height)}" font-family="DejaVu Sans, Verdana, sans-serif" font-size="12" fill="#1f2933">
<rect width="100%" height="100%" fill="#fff"/>
${parts.join('\n')}
</svg>
`;
}

export interface TextStyle {
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly size?: number;
  readonly bold?: boolean;
  readonly colour?: string;
  /** Degrees around its place. */
  readonly turn?: number;
}

export function text(x: number, y: number, content: string, style: TextStyle = {}): string {
  const { anchor = 'start', size, bold, colour, turn } = style;
  const attributes = [
    anchor === 'start' ? '' : ` text-anchor="${anchor}"`,
    size === undefined ? '' : ` font-size="${size}"`,
    bold ? ' font-weight="bold"' : '',
    colour === undefined ? '' : ` fill="${colour}"`,
    turn === undefined ? '' : ` transform="rotate(${turn} ${px(x)} ${px(y)})"`,
  ].join('');
  return `<text x="${px(x)}" y="${px(y)}"${attributes}>${escapeXml(content)}</text>`;
}

export function line(x1: number, y1: number, x2: number, y2: number, style: string): string {
  return `<line x1="${px(x1)}" y1="${px(y1)}" x2="${px(x2)}" y2="${px(y2)}" ${style}/>`;
}

/** The approximate width of a text of this size, assuming wide letters. */
export function widthOf(content: string, size = 12): number {
  return content.length * size * 0.62;
}

/** The end of a text that fits, after an ellipsis. */
export function fitted(content: string, width: number, size = 12): string {
  const letters = Math.max(1, Math.floor(width / (size * 0.62)));
  return content.length <= letters ? content : `…${content.slice(content.length - letters + 1)}`;
}
