/**
 * Pictures of the studio for the documents. Next to each is its content as text: a test that reaches the state of a
 * picture compares the page with it, and so reports a stale picture.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { ROOT } from './project.js';

/** Visible panels, headings, controls and drawings, in their order. */
const SHOWN =
  'h1, h2, h3, section[aria-label], [role=region], [role=tab], button, select, input, label, th, figcaption, canvas, svg';
/** Numbers may differ, but not the elements. */
const structure = `[...document.querySelectorAll(${JSON.stringify(SHOWN)})]
  .filter((each) => each.checkVisibility())
  .map((each) => {
    const own = [...each.childNodes].filter(({ nodeName }) => nodeName === '#text' || nodeName === 'SPAN');
    const text = own.map(({ textContent }) => textContent).join('');
    const isFilled = ['SECTION', 'DIV', 'SELECT', 'svg', 'CANVAS'].includes(each.nodeName);
    const name = each.ariaLabel ?? (each.placeholder || (isFilled ? '' : text));
    return (each.role ?? each.nodeName.toLowerCase()) + ' ' + name.trim().replace(/\\s+/g, ' ');
  })`;

/** Pictures for the documents: `STUDIO_PICTURES=docs npx vitest run test/studio test/gallery`. */
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
  // The picture must not show folders of this machine.
  for (const own of [ROOT, `${tmpdir()}/orrery-test-[^/ ]*/`]) {
    await page.evaluate(`for (const each of document.querySelectorAll('*')) for (const text of each.childNodes)
      if (text.nodeType === 3) text.data = text.data.replace(new RegExp(${JSON.stringify(own)}, 'g'), '')`);
  }
  await page.screenshot({ path: file('png') });
}

/** One line for each element; equal elements share a line. */
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
