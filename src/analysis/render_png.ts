import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

const find = createRequire(import.meta.url).resolve;
const FONTS = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'];

let renderer: Promise<Uint8Array[]> | undefined;

/** Initialises the renderer, once; returns the fonts. */
async function prepare(): Promise<Uint8Array[]> {
  await initWasm(await readFile(find('@resvg/resvg-wasm/index_bg.wasm')));
  return Promise.all(FONTS.map((name) => readFile(find(`dejavu-fonts-ttf/ttf/${name}`))));
}

/**
 * Draws a picture of {@link analysisPictures} as PNG, with built-in fonts: the same bytes on every
 * machine.
 *
 * @param scale - pixels per unit of the picture
 */
export async function renderPng(svg: string, scale = 2): Promise<Uint8Array> {
  renderer ??= prepare();
  const font = { fontBuffers: await renderer, defaultFontFamily: 'DejaVu Sans' };
  const background = 'white';
  return new Resvg(svg, { font, background, fitTo: { mode: 'zoom', value: scale } })
    .render()
    .asPng();
}
