/** The page of `orrery studio`: finds the runs that it was given, and shows them. */
import { render } from 'preact';
import type { Report } from '../../report/index.js';
import type { FilePlace, RunFiles } from '../model/engine_protocol.js';
import { Studio } from './view/studio.js';
import { WorkerClient } from './view/worker_client.js';

/** A file as the server or `--html` describes it in the page. */
interface GivenFile {
  readonly name: string;
  /** Id of an element of this page with its bytes in base64. */
  readonly element?: string;
  /** Its path on the server of this page. */
  readonly path?: string;
  readonly size?: number;
}

interface GivenRun {
  readonly name: string;
  /** The path of its debugger on the server of this page. */
  readonly debug?: string;
  /** The path at which the server reports the run's progress. */
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

/** The report that a command, such as `orrery analyze --html`, wrote into the page. */
function givenReport(): Report | undefined {
  const given = document.getElementById('report')?.textContent;
  return given == null ? undefined : (JSON.parse(given) as Report);
}

const worker = new WorkerClient(document.getElementById('worker')!.textContent!);
render(
  <Studio worker={worker} given={givenRuns()} report={givenReport()} />,
  document.getElementById('studio')!,
);
