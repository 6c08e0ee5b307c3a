/** The page of `orrery studio`: finds what it was given and shows it. */
import { render } from 'preact';
import type { Report } from '../../report/index.js';
import type { FilePlace, RunFiles } from '../model/engine_protocol.js';
import { Studio } from './view/studio.js';
import { WorkerClient } from './view/worker_client.js';

/** What the server or `--html` wrote into the page. */
interface GivenFile {
  readonly name: string;
  /** Of an element of this page with its bytes in base64. */
  readonly element?: string;
  /** On the server of this page. */
  readonly path?: string;
  readonly size?: number;
}

interface GivenRun {
  readonly name: string;
  /** Where its debugger is asked, on the server of this page. */
  readonly debug?: string;
  /** Where the server tells how far it is. */
  readonly live?: string;
  readonly files: readonly GivenFile[];
}

function givenRuns(): RunFiles[] {
  const given = document.getElementById('runs');
  if (given === null) return [];
  const runs = JSON.parse(given.textContent ?? '[]') as GivenRun[];
  const address = (path: string | undefined) => path && new URL(path, location.href).href;
  return runs.map(({ name, debug, live, files }) => ({
    name,
    debug: address(debug),
    live: address(live),
    files: files.map(placeOf),
  }));
}

function placeOf({ name, element, path, size }: GivenFile): FilePlace {
  if (path !== undefined) {
    return { name, url: new URL(path, location.href).href, size: size ?? 0 };
  }
  const text = atob(document.getElementById(element ?? '')?.textContent ?? '');
  return { name, bytes: Uint8Array.from(text, (letter) => letter.charCodeAt(0)) };
}

/** What a command, such as `orrery analyze --html`, wrote into the page. */
function givenReport(): Report | undefined {
  const given = document.getElementById('report')?.textContent;
  return given == null ? undefined : (JSON.parse(given) as Report);
}

const worker = new WorkerClient(document.getElementById('worker')!.textContent!);
render(
  <Studio worker={worker} given={givenRuns()} report={givenReport()} />,
  document.getElementById('studio')!,
);
