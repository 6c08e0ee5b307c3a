/**
 * Pictures of the studio for the documents. Beside each lies what it shows, as text: a test that comes to the place of
 * a picture compares the page with it, and so tells when the picture is stale.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { ROOT } from './project.js';

/** Panels, headings, controls and drawings that can be seen, in their order. */
const SHOWN =
  'h1, h2, h3, section[aria-label], [role=region], [role=tab], button, select, input, label, th, figcaption, canvas, svg';
/** Numbers may differ; what there is, may not. */
const structure = `[...document.querySelectorAll(${JSON.stringify(SHOWN)})]
  .filter((each) => each.checkVisibility())
  .map((each) => {
    const own = [...each.childNodes].filter(({ nodeName }) => nodeName === '#text' || nodeName === 'SPAN');
    const text = own.map(({ textContent }) => textContent).join('');
    const isFilled = ['SECTION', 'DIV', 'SELECT', 'svg', 'CANVAS'].includes(each.nodeName);
    const name = each.ariaLabel ?? (each.placeholder || (isFilled ? '' : text));
    return (each.role ?? each.nodeName.toLowerCase()) + ' ' + name.trim().replace(/\\s+/g, ' ');
  })`;

/** For the documents: `STUDIO_PICTURES=docs npx vitest run test/studio test/gallery`. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.STUDIO_PICTURES;
  const file = (end: string) => join(ROOT, folder ?? 'docs', `${name}.${end}`);
  if (folder === undefined) {
    const stored = existsSync(file('txt')) ? readFileSync(file('txt'), 'utf8') : '';
    const test = relative(ROOT, expect.getState().testPath!);
    const message = `docs/${name}.png shows another page than there is: STUDIO_PICTURES=docs npx vitest run ${test}`;
    await expect.poll(() => structureOf(page), { timeout: 170_000, message }).toBe(stored);
    return;
  }
  await settled(page);
  writeFileSync(file('txt'), await structureOf(page));
  // The folders of this machine are not for the picture.
  for (const own of [ROOT, `${tmpdir()}/orrery-test-[^/ ]*/`]) {
    await page.evaluate(`for (const each of document.querySelectorAll('*')) for (const text of each.childNodes)
      if (text.nodeType === 3) text.data = text.data.replace(new RegExp(${JSON.stringify(own)}, 'g'), '')`);
  }
  await page.screenshot({ path: file('png') });
}

/** One line for each thing; the same thing several times is one line. */
async function structureOf(page: Page): Promise<string> {
  const lines: string[] = await page.evaluate(structure);
  const plain = lines.map((line) =>
    line
      .trim()
      .replaceAll(ROOT, '')
      .replace(/\S*\/orrery-test-[^/ ]*\//g, '')
      .replace(/[-−]?\d+(\.\d+)?/g, '#'),
  );
  const told = plain.filter((line, i) => line !== plain[i - 1]);
  return `${told.join('\n')}\n`;
}

async function settled(page: Page): Promise<void> {
  let last = '';
  for (let now = await structureOf(page); now !== last; now = await structureOf(page)) {
    last = now;
    await page.waitForTimeout(500);
  }
}
