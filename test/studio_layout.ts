/**
 * The layout of a studio page as text: the positions of its regions in hundredths of the window, and their colours.
 * Layouts are compared by structure, so another font does not matter, but a region that moved, shrank, disappeared
 * or lost its colours does.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { ROOT } from './project.js';

/** Another font moves the edges of a region by at most this much, in hundredths of the window. */
const TOLERANCE = 6;
/** Colours that cover a smaller part of a region are left out. */
const LEAST_PART = 0.0004;

/** Each region: its name, then its box, then its colours by hue. Runs in the page. */
const regions = `(() => {
  const hues = ['red', 'orange', 'yellow', 'green', 'cyan', 'blue', 'violet', 'pink'];
  const hueOf = (r, g, b) => {
    const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
    if (most - least < 60) return undefined;
    const sixth = most === r ? (g - b) / (most - least) : most === g ? 2 + (b - r) / (most - least) : 4 + (r - g) / (most - least);
    return hues[Math.round(((sixth + 6) % 6) / 6 * 8) % 8];
  };
  const coloursOf = (canvas) => {
    const copy = document.createElement('canvas');
    const [width, height] = [(copy.width = canvas.width), (copy.height = canvas.height)];
    if (width === 0 || height === 0) return [];
    const context = copy.getContext('2d');
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const counts = new Map();
    for (let i = 0; i < data.length; i += 4) {
      const hue = data[i + 3] > 0 ? hueOf(data[i], data[i + 1], data[i + 2]) : undefined;
      if (hue !== undefined) counts.set(hue, (counts.get(hue) ?? 0) + 1);
    }
    return hues.filter((hue) => counts.get(hue) > width * height * ${LEAST_PART});
  };
  const strokesOf = (svg) => {
    const found = new Set();
    for (const each of svg.querySelectorAll('[stroke]')) {
      const [r, g, b] = getComputedStyle(each).stroke.match(/\\d+/g)?.map(Number) ?? [0, 0, 0];
      found.add(hueOf(r, g, b));
    }
    return hues.filter((hue) => found.has(hue));
  };
  return [...document.querySelectorAll('header, .summary, aside, section[aria-label], article, form, table, canvas, svg, .time-slider, .hint, .problems, .labels')]
    .filter((each) => each.checkVisibility())
    .map((each) => {
      const { left, top, right, bottom } = each.getBoundingClientRect();
      const part = (at, whole) => Math.round((Math.min(Math.max(at, 0), whole) / whole) * 100);
      const box = [part(left, innerWidth), part(top, innerHeight), part(right, innerWidth), part(bottom, innerHeight)];
      const kind = each.nodeName.toLowerCase();
      const colours = kind === 'canvas' ? coloursOf(each) : kind === 'svg' ? strokesOf(each) : [];
      const name = each.ariaLabel?.split('.')[0] ?? (kind === 'canvas' ? '' : [...each.classList].join('.'));
      return { name: (kind + ' ' + name).trim(), box, colours };
    })
    .filter(({ box }) => box[0] < box[2] && box[1] < box[3]);
})()`;

interface Region {
  readonly name: string;
  /** Left, top, right and bottom in hundredths of the window. */
  readonly box: readonly number[];
  readonly colours: readonly string[];
}

/**
 * Compares the page with `test/studio_layouts/NAME.txt`; `STUDIO_LAYOUTS=write` writes that file.
 */
export async function expectLayout(page: Page, name: string): Promise<void> {
  const file = join(ROOT, 'test/studio_layouts', `${name}.txt`);
  if (process.env.STUDIO_LAYOUTS === 'write') {
    await page.waitForTimeout(1500);
    writeFileSync(file, textOf(await page.evaluate(regions)));
    return;
  }
  const stored = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  const differences = async () => {
    const found = textOf(await page.evaluate(regions))
      .trimEnd()
      .split('\n');
    if (found.length !== stored.length) return { stored, found };
    return found.filter((line, i) => !isAlike(line, stored[i]!));
  };
  const message = `${name} looks otherwise; if it should: STUDIO_LAYOUTS=write`;
  await expect.poll(differences, { timeout: 170_000, interval: 500, message }).toEqual([]);
}

function textOf(found: readonly Region[]): string {
  const lines = found.map(
    ({ name, box, colours }) => `${name} | ${box.join(' ')} | ${colours.join(' ') || 'no colours'}`,
  );
  return `${lines.join('\n')}\n`;
}

function isAlike(a: string, b: string): boolean {
  const [name, box, colours] = a.split(' | ');
  const [otherName, otherBox, otherColours] = b.split(' | ');
  const edges = otherBox!.split(' ').map(Number);
  const isNear = box!.split(' ').every((at, i) => Math.abs(Number(at) - edges[i]!) <= TOLERANCE);
  return name === otherName && colours === otherColours && isNear;
}

/** What is unreadable in the page: it extends beyond the side of the window, or text leaves its box. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const shown = [...document.querySelectorAll('button, input, select, label, h2, h3, p, th, td, output, canvas')]
      .filter((each) => each.checkVisibility() && !each.closest('.drawing, .wide-table, .labels'));
    const named = (each, why) => why + ': ' + each.nodeName + ' ' + (each.textContent ?? '').slice(0, 60);
    const wide = shown.filter((each) => {
      const { width, right, left } = each.getBoundingClientRect();
      return width > 0 && (right > innerWidth + 1 || left < -1);
    });
    const cells = shown.filter(({ nodeName, scrollWidth, clientWidth }) => nodeName === 'TD' && scrollWidth > clientWidth + 1);
    return [...wide.map((each) => named(each, 'outside')), ...cells.map((each) => named(each, 'cut'))];
  })()`);
}
