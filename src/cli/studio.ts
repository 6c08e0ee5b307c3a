import { Command } from 'commander';
import { packageIndexOf } from '../launch/index.js';
import { meshesOf, serveStudio, writeStudioPage } from '../studio/index.js';
import { openBrowser } from './open_browser.js';
import { openStudioDebugger } from './open_studio_debugger.js';
import { print } from './print.js';
import { positiveInteger } from './whole_number.js';

interface StudioOptions {
  readonly html?: string;
  readonly port?: number;
  readonly open: boolean;
  readonly packages: readonly string[];
}

export function studioCommand(): Command {
  const collect = (value: string, list: readonly string[]) => [...list, value];
  return new Command('studio')
    .argument('<run>', 'directory that a run left behind, or an MCAP file')
    .argument('[other]', 'another run, to see where the two part')
    .option('--html <file>', 'write one file that needs no server, instead of serving the page')
    .option('--packages <folder>', 'look here first for packages with meshes', collect, [])
    .option('--port <number>', 'port of the server', positiveInteger)
    .option('--no-open', 'only print the address, without opening a browser')
    .action(async (run: string, other: string | undefined, options: StudioOptions) => {
      const runs = other === undefined ? [run] : [run, other];
      const packages = packageIndexOf(options, process.cwd());
      const packageShare = (name: string) => packages.packageShare(name);
      if (options.html !== undefined) {
        writeStudioPage(runs, options.html, { meshes: await meshesOf(runs, packageShare) });
        print(`wrote ${options.html}\n`);
        return;
      }
      const { url } = await serveStudio(runs, {
        port: options.port,
        openDebugger: openStudioDebugger,
        packageShare,
      });
      print(`${url}\nCtrl-C ends the studio.\n`);
      if (options.open) openBrowser(url);
    });
}
