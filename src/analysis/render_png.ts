import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

type Renderer = Pick<typeof import('@resvg/resvg-wasm'), 'Resvg'> & {
  readonly fonts: Uint8Array[];
};

/** The build puts the fonts there (`scripts/types.mjs`). */
const FONTS = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map(
  (name) => new URL(`../../dist/analysis/fonts/${name}`, import.meta.url),
);

let renderer: Promise<Renderer> | undefined;

async function loadRenderer(): Promise<Renderer> {
  const { initWasm, Resvg } = await import('@resvg/resvg-wasm');
  const find = createRequire(import.meta.url).resolve;
  await initWasm(await readFile(find('@resvg/resvg-wasm/index_bg.wasm')));
  return { Resvg, fonts: await Promise.all(FONTS.map((file) => readFile(file))) };
}

/**
 * Draws a picture of {@link analysisPictures} as PNG, with built-in fonts: the same bytes on every
 * machine.
 *
 * @param scale - pixels per unit of the picture
 */
export async function renderPng(svg: string, scale = 2): Promise<Uint8Array> {
  renderer ??= loadRenderer();
  const { Resvg, fonts } = await renderer;
  const font = { fontBuffers: fonts, defaultFontFamily: 'DejaVu Sans' };
  const background = 'white';
  return new Resvg(svg, { font, background, fitTo: { mode: 'zoom', value: scale } })
    .render()
    .asPng();
}
