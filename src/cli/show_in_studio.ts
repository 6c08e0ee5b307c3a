import type { RunOutcome } from '../record/index.js';
import { serveStudio } from '../studio/index.js';
import { openBrowser } from './open_browser.js';
import { printNote } from './print.js';
import type { ServedRun } from './served_run.js';

const ENDS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Shows a run in the page of the studio while it runs, and afterwards until Ctrl-C. */
export async function showInStudio(
  run: ServedRun,
  socketPort: number,
  packageShare: (name: string) => string,
): Promise<RunOutcome> {
  let goOn: ((isWanted: boolean) => void) | undefined;
  const end = () => goOn?.(false);
  const { url, close } = await serveStudio([], {
    packageShare,
    live: {
      socket: `ws://127.0.0.1:${socketPort}`,
      get directory() {
        return run.directory;
      },
      get isOver() {
        return run.isOver;
      },
      goBack(to) {
        run.goBack(to);
        goOn?.(true);
      },
    },
  });
  printNote(`${url}\n`);
  if (process.stderr.isTTY) openBrowser(url);
  try {
    for (;;) {
      const outcome = await run.follow();
      if (outcome.end === 'interrupted') return outcome;
      printNote('The run is over; Ctrl-C ends the studio.\n');
      const isWanted = await new Promise<boolean>((resolve) => {
        goOn = resolve;
        for (const signal of ENDS) process.on(signal, end);
      });
      for (const signal of ENDS) process.off(signal, end);
      goOn = undefined;
      if (!isWanted) return outcome;
    }
  } finally {
    await close();
  }
}
