import type { Campaign, CampaignProgress } from '../campaigns/index.js';
import { adviseEnd, hasEnd } from './advise_end.js';
import { printProgress } from './print.js';

/** One line on a terminal: how much is done, how fast, and how long the rest will take. */
export class SweepProgress {
  readonly #start = performance.now();
  readonly #hasEnded: () => void;

  constructor({ system, axes }: Campaign) {
    const varied = axes.flatMap(({ levels }) => levels.flatMap(({ words }) => words));
    this.#hasEnded = adviseEnd(hasEnd([...system, ...varied]));
  }

  show({ size, done, cached, failed, lost }: CampaignProgress): void {
    if (done + lost > 0) this.#hasEnded();
    const rate = (done - cached) / ((performance.now() - this.#start) / 1000);
    const left = rate > 0 ? `, ${Math.ceil((size - done) / rate)} s left` : '';
    const bad = [failed > 0 ? `${failed} failed` : '', lost > 0 ? `${lost} lost` : ''];
    const words = bad.filter((text) => text !== '').map((text) => `, ${text}`);
    printProgress(`${done} of ${size} runs, ${rate.toFixed(1)}/s${left}${words.join('')}`);
  }
}
