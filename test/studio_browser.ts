/** A real browser for tests of the studio: pages of runs, and every address that they request. */
import { existsSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { orrery } from './command_process.js';

export const CHROMIUM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => existsSync(path));

export class StudioBrowser {
  readonly #browser: Browser;
  readonly #asked: string[] = [];
  readonly #errors: string[] = [];

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async launch(): Promise<StudioBrowser> {
    const { chromium } = await import('playwright-core');
    const args = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
    return new StudioBrowser(await chromium.launch({ executablePath: CHROMIUM!, args }));
  }

  async open(address: string, width = 1360, height = 850): Promise<Page> {
    const page = await this.#browser.newPage({ viewport: { width, height } });
    page.on('request', (request) => this.#asked.push(request.url()));
    page.on('console', (line) => line.type() === 'error' && this.#errors.push(line.text()));
    page.on('pageerror', (error) => expect.unreachable(error.message));
    await page.goto(address);
    return page;
  }

  /** @param file - where to write the page */
  async openRuns(
    file: string,
    runs: readonly string[],
    ...size: [width: number, height: number] | []
  ): Promise<Page> {
    const made = orrery(['studio', ...runs, '--html', file]);
    expect(made.stdout + made.stderr).toContain('wrote');
    return this.open(`file://${file}`, ...size);
  }

  /**
   * Fails if a page requested anything outside this machine, or reported an error.
   *
   * @param expected - errors about responses that a test provokes
   */
  async close(expected = /^$/): Promise<void> {
    await this.#browser.close();
    const local = /^(file|blob|data):|^(http|ws):\/\/127\.0\.0\.1:/;
    expect(this.#asked.filter((url) => !local.test(url))).toEqual([]);
    expect(this.#errors.filter((text) => !expected.test(text))).toEqual([]);
  }
}
