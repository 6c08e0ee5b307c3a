import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RunFiles, RunInfo } from '../../model/engine_protocol.js';
import { Answered, type Answers, askAll } from './answered.js';
import { CallbackDetails } from './callback_details.js';
import { droppedRuns, runsOf } from './dropped_run.js';
import { Graph } from './graph.js';
import { Messages } from './messages.js';
import { Palette } from './palette.js';
import { hashOf, placeOf } from './place_in_hash.js';
import { Plots } from './plots.js';
import { durationText, timeText } from './time_text.js';
import { type Span, Timeline } from './timeline.js';
import type { Selection } from './timeline_picture.js';
import { TwoRuns, useDifference } from './two_runs.js';
import type { WorkerClient } from './worker_client.js';

const PANELS = ['timeline', 'two runs', 'graph', 'plots', 'messages'] as const;
type Panel = (typeof PANELS)[number];

interface Props {
  readonly worker: WorkerClient;
  readonly given: readonly RunFiles[];
}

/** The page: opens runs and shows one panel of them. */
export function Studio({ worker, given }: Props) {
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
  useEffect(() => void open(given), []);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  const drop = async (event: DragEvent) => {
    event.preventDefault();
    await open(await droppedRuns([...(event.dataTransfer?.items ?? [])]));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be chosen without dropping them
    <div class="studio" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      {runs.length === 0 ? (
        <Welcome status={status} waiting={given.length > 0} onFiles={open} />
      ) : (
        <OpenRuns runs={runs} worker={worker} theme={theme} onTheme={setTheme} status={status} />
      )}
    </div>
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

interface OpenProps {
  readonly runs: readonly RunInfo[];
  readonly worker: WorkerClient;
  readonly theme: string;
  readonly onTheme: (theme: string) => void;
  readonly status: string;
}

function OpenRuns({ runs, worker, theme, onTheme, status }: OpenProps) {
  const start = useMemo(() => placeOf(location.hash), []);
  const end = Math.max(...runs.map((run) => run.end));
  const [panel, setPanel] = useState<Panel>((start.panel as Panel) ?? 'timeline');
  const [span, setSpan] = useState<Span>(start.span ?? { from: 0, to: end });
  const [selected, setSelected] = useState<Selection | undefined>(validIn(runs, start.selected));
  const [cursor, setCursor] = useState<number | undefined>(start.cursor);
  const [search, setSearch] = useState('');
  const palette = useMemo(() => new Palette(runs), [runs]);
  const difference = useDifference(runs, worker);
  const searchBox = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (runs.length === 2 && start.panel === undefined) setPanel('two runs');
    if (start.span === undefined) setSpan({ from: 0, to: end });
  }, [runs]);
  useEffect(() => {
    const place = {
      panel,
      span,
      ...(selected && { selected }),
      ...(cursor !== undefined && { cursor }),
    };
    // A page from the disk may not change its history in every browser.
    const timer = setTimeout(() => history.replaceState(null, '', hashOf(place)), 150);
    return () => clearTimeout(timer);
  }, [panel, span, selected, cursor]);
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const typing = (event.target as HTMLElement).closest('input,select,textarea') !== null;
      if (event.key === '/' && !typing) {
        event.preventDefault();
        searchBox.current?.focus();
      }
      if (!typing && /^[1-5]$/.test(event.key)) setPanel(PANELS[Number(event.key) - 1]!);
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, []);
  const [answers, setAnswers] = useState<Answers>();
  const goTo = (text: string) => {
    if (/^\/\S+(:| (not )?(followed|preceded) by )/.test(text)) {
      void askAll(runs, worker, text).then(setAnswers);
      setSearch('');
      return;
    }
    const number = /^#?(\d+)$/.exec(text)?.[1];
    const seconds = /^([\d.]+) ?s$/.exec(text)?.[1];
    const at = Number(number);
    if (number !== undefined && validIn(runs, { run: 0, number: at }) !== undefined) {
      setSelected({ run: 0, number: at });
      centre(runs[0]!.columns.start[at - 1]!);
      setSearch('');
    } else if (seconds !== undefined) {
      centre(Number(seconds) * 1e9);
      setSearch('');
    }
  };
  const centre = (time: number, length = Math.min(span.to - span.from, end / 20)) => {
    setCursor(time);
    setSpan({ from: time - length / 2, to: time + length / 2 });
  };
  const shared = { runs, worker, palette, cursor, onCursor: setCursor, theme };
  const timeline = { ...shared, span, onSpan: setSpan, selected, onSelect: setSelected, search };
  const parting = difference?.time;
  const openAt = (time: number) => {
    centre(time);
    setPanel('timeline');
  };
  return (
    <>
      <header>
        <strong>Orrery studio</strong>
        <div class="tabs" role="tablist" aria-label="Panels">
          {PANELS.filter((name) => name !== 'two runs' || runs.length === 2).map((name) => (
            <button
              type="button"
              role="tab"
              key={name}
              aria-selected={panel === name}
              onClick={() => setPanel(name)}
            >
              {name}
            </button>
          ))}
        </div>
        <input
          ref={searchBox}
          type="search"
          aria-label="Search nodes and topics, or go to a callback or time"
          placeholder="Search, #123, 4.5 s, or ask: /a not followed by /b within 50ms"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && goTo(search)}
        />
        <button
          type="button"
          onClick={() => onTheme(nextTheme(theme))}
          aria-label="Colours of the page"
        >
          {theme === '' ? 'auto' : theme}
        </button>
      </header>
      <Summary runs={runs} cursor={cursor} status={status} />
      {answers !== undefined && (
        <Answered answers={answers} onOpen={openAt} onClose={() => setAnswers(undefined)} />
      )}
      <div class="panel" role="tabpanel" aria-label={panel}>
        {panel === 'timeline' && (
          <Timeline {...timeline} parting={parting} answers={answers?.times} />
        )}
        {panel === 'two runs' && runs.length === 2 && (
          <TwoRuns {...timeline} difference={difference} onOpen={openAt} />
        )}
        {panel === 'graph' && <Graph {...shared} span={span} onTopic={setSearch} />}
        {panel === 'plots' && <Plots {...shared} parting={parting} />}
        {panel === 'messages' && <Messages {...shared} search={search} onOpen={openAt} />}
        {selected !== undefined && (panel === 'timeline' || panel === 'two runs') && (
          <CallbackDetails runs={runs} worker={worker} selected={selected} onSelect={setSelected} />
        )}
      </div>
    </>
  );
}

function nextTheme(theme: string): string {
  return { '': 'light', light: 'dark' }[theme] ?? '';
}

function validIn(runs: readonly RunInfo[], selected: Selection | undefined): Selection | undefined {
  const run = selected && runs[selected.run];
  return run !== undefined && (run.columns.entity[selected!.number - 1] ?? 0) > 0
    ? selected
    : undefined;
}

interface SummaryProps {
  readonly runs: readonly RunInfo[];
  readonly cursor: number | undefined;
  readonly status: string;
}

/** What the runs are, and what is wrong with them. */
function Summary({ runs, cursor, status }: SummaryProps) {
  return (
    <div class="summary">
      {runs.map((run, i) => (
        <p key={run.path}>
          {runs.length > 1 && <b>{'AB'[i]} </b>}
          {run.name}: {durationText(run.end)}, {run.callbacks.toLocaleString('en')} callbacks
          {run.ended !== '' && `, ended: ${run.ended}`}
          {run.digest !== '' && <code> {run.digest}</code>}
        </p>
      ))}
      {cursor !== undefined && <p>at {timeText(cursor)}</p>}
      {status !== '' && <p role="status">{status}</p>}
      {runs.flatMap((run) =>
        run.problems.map((problem) => (
          <p class="problem" key={`${run.path} ${problem}`}>
            {run.name}: {problem}
          </p>
        )),
      )}
    </div>
  );
}
