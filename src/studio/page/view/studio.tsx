import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Report } from '../../../report/index.js';
import type { RunFiles, RunInfo } from '../../model/engine_protocol.js';
import { droppedRuns, runsOf } from './dropped_run.js';
import { useLiveRun } from './live/use_live_run.js';
import { OpenRuns } from './open_runs.js';
import { isDark, Palette } from './palette.js';
import { ThemeButton } from './panel_header.js';
import { ReportPanel } from './report_panel.js';
import type { WorkerClient } from './worker_client.js';

interface Props {
  readonly worker: WorkerClient;
  readonly given: readonly RunFiles[];
  /** The report of a command. */
  readonly report: Report | undefined;
}

/** The page: opens runs and shows one panel. */
export function Studio({ worker, given, report }: Props) {
  const [runs, setRuns] = useState<readonly RunInfo[]>([]);
  const [status, setStatus] = useState('');
  const [theme, setTheme] = useState('');
  const open = async (files: readonly RunFiles[]) => {
    for (const run of files) {
      setStatus(`Opening ${run.name} …`);
      try {
        const info = await worker.ask('open', run, (part) =>
          setStatus(`Opening ${run.name}: ${Math.round(part * 100)} % …`),
        );
        setRuns((before) => [...before, info].slice(-2));
        setStatus('');
      } catch (error) {
        setStatus(`${run.name} cannot be opened. ${(error as Error).message}`);
      }
    }
  };
  const followed = useLiveRun(
    given.find(({ live }) => live !== undefined),
    worker,
  );
  useEffect(() => void open(given.filter(({ live }) => live === undefined)), []);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    document.documentElement.dataset.drawn = isDark(theme) ? 'dark' : 'light';
  }, [theme]);
  const drop = async (event: DragEvent) => {
    event.preventDefault();
    await open(await droppedRuns([...(event.dataTransfer?.items ?? [])]));
  };
  const shown = useMemo(
    () => (followed.info === undefined ? runs : [followed.info, ...runs].slice(0, 2)),
    [followed.info, runs],
  );
  const told = status || followed.problem;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be chosen without dropping them
    <div class="studio" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      {shown.length === 0 && report !== undefined && given.length === 0 ? (
        <OnlyReport report={report} theme={theme} onTheme={setTheme} />
      ) : shown.length === 0 ? (
        <Welcome status={told} waiting={given.length > 0} onFiles={open} />
      ) : (
        <OpenRuns
          runs={shown}
          worker={worker}
          theme={theme}
          onTheme={setTheme}
          status={told}
          live={followed.live}
          report={report}
        />
      )}
    </div>
  );
}

interface OnlyReportProps {
  readonly report: Report;
  readonly theme: string;
  readonly onTheme: (theme: string) => void;
}

/** The report of a command, without runs. */
function OnlyReport({ report, theme, onTheme }: OnlyReportProps) {
  return (
    <>
      <header>
        <strong>Orrery studio</strong>
        <ThemeButton theme={theme} onTheme={onTheme} />
      </header>
      <main class="panel">
        <ReportPanel report={report} palette={new Palette([], report, isDark(theme))} />
      </main>
    </>
  );
}

interface WelcomeProps {
  readonly status: string;
  readonly waiting: boolean;
  readonly onFiles: (runs: readonly RunFiles[]) => void;
}

function Welcome({ status, waiting, onFiles }: WelcomeProps) {
  const choose = (event: Event) => {
    const { files } = event.currentTarget as HTMLInputElement;
    onFiles(runsOf([...(files ?? [])], 'run'));
  };
  return (
    <main class="welcome">
      <h1>Orrery studio</h1>
      {!waiting && (
        <label class="drop">
          Drop the directory of a run here, or any MCAP file; or choose files.
          <input type="file" multiple accept=".mcap,.json" onChange={choose} />
        </label>
      )}
      <p role="status">{status}</p>
    </main>
  );
}
