import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Report } from '../../../report/index.js';
import type { RunInfo } from '../../model/engine_protocol.js';
import { Answered, type Answers, askAll } from './answered.js';
import { CallbackDetails } from './callback_details.js';
import { Graph } from './graph.js';
import { LiveBar } from './live/live_bar.js';
import type { Live } from './live/use_live_run.js';
import { Messages } from './messages.js';
import { isDark, Palette } from './palette.js';
import { PANELS, type Panel, PanelHeader } from './panel_header.js';
import { hashOf, type Place, placeOf } from './place.js';
import { Plots } from './plots.js';
import { ReportPanel } from './report_panel.js';
import { Space } from './space.js';
import { followedSpan, type Span, wholeSpan } from './span.js';
import { StatePanel } from './state_panel.js';
import { Summary } from './summary.js';
import { Timeline } from './timeline.js';
import type { Selection } from './timeline_picture.js';
import { TwoRuns, useDifference } from './two_runs.js';
import type { WorkerClient } from './worker_client.js';

interface Props {
  readonly runs: readonly RunInfo[];
  readonly worker: WorkerClient;
  readonly theme: string;
  readonly onTheme: (theme: string) => void;
  readonly status: string;
  /** The first run, if it is active. */
  readonly live: Live | undefined;
  readonly report: Report | undefined;
}

/** Shows one panel of the open runs, and passes selections between panels. */
export function OpenRuns({ runs, worker, theme, onTheme, status, live, report }: Props) {
  const absent = absentPanels(runs, report);
  const place = usePlace(runs, report, absent);
  const { end, panel, setPanel, span, setSpan, selected, setSelected, cursor, setCursor } = place;
  const [search, setSearch] = useState('');
  const [answers, setAnswers] = useState<Answers>();
  const palette = useMemo(() => new Palette(runs, report, isDark(theme)), [runs, theme]);
  const difference = useDifference(runs, worker);
  const searchBox = useRef<HTMLInputElement>(null);
  useShortcuts(setPanel, () => searchBox.current?.focus());
  const centre = (time: number) => {
    const half = Math.min(span.to - span.from, end / 20) / 2;
    setCursor(time);
    setSpan({ from: time - half, to: time + half });
  };
  const goTo = (text: string) => {
    const goal = goalOf(text, runs);
    if (goal === undefined) return;
    setSearch('');
    if ('question' in goal) return void askAll(runs, worker, text).then(setAnswers);
    if (goal.selection !== undefined) setSelected(goal.selection);
    centre(goal.time);
  };
  const openAt = (time: number) => {
    centre(time);
    setPanel('timeline');
  };
  const shared = { runs, worker, palette, cursor, onCursor: setCursor, theme };
  const timeline = { ...shared, span, onSpan: setSpan, selected, onSelect: setSelected, search };
  const parting = difference?.time;
  const about = { report: report?.name, theme, onTheme };
  const header = { ...about, panel, onPanel: setPanel, search, onSearch: setSearch };
  return (
    <>
      <PanelHeader {...header} absent={absent} searchBox={searchBox} onGo={goTo} />
      {live !== undefined && <LiveBar live={live} cursor={cursor} />}
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
        {panel === '3D' && <Space {...shared} />}
        {panel === 'messages' && <Messages {...shared} search={search} onOpen={openAt} />}
        {panel === 'report' && report && <ReportPanel report={report} palette={palette} />}
        {panel === 'state' && <StatePanel {...shared} search={search} live={live} />}
        {selected !== undefined && (panel === 'timeline' || panel === 'two runs') && (
          <CallbackDetails runs={runs} worker={worker} selected={selected} onSelect={setSelected} />
        )}
      </div>
    </>
  );
}

/** Panels that would have nothing to show. */
function absentPanels(runs: readonly RunInfo[], report: Report | undefined): Panel[] {
  const absent: Panel[] = [];
  if (runs.length !== 2) absent.push('two runs');
  if (report === undefined) absent.push('report');
  return absent;
}

/** The place that is shown. It starts as the one in the page's address, which then follows it. */
function usePlace(runs: readonly RunInfo[], report: Report | undefined, absent: readonly Panel[]) {
  const end = Math.max(...runs.map((run) => run.end));
  const first = report !== undefined ? 'report' : runs.length === 2 ? 'two runs' : undefined;
  const start = useMemo(() => placeOf(location.hash), []);
  const [wanted, setPanel] = useState<Panel>((start.panel as Panel) ?? 'timeline');
  const panel = PANELS.includes(wanted) && !absent.includes(wanted) ? wanted : 'timeline';
  const [span, setSpan] = useState<Span>(start.span ?? wholeSpan(end));
  const [selected, setSelected] = useState<Selection | undefined>(validIn(runs, start.selected));
  const [cursor, setCursor] = useState<number | undefined>(start.cursor);
  const shownEnd = useRef(end);
  useEffect(() => {
    if (first !== undefined && start.panel === undefined) setPanel(first);
    if (start.span === undefined) setSpan((before) => followedSpan(before, shownEnd.current, end));
    shownEnd.current = end;
  }, [runs]);
  useEffect(() => {
    const place: Place = {
      panel,
      span,
      ...(selected && { selected }),
      ...(cursor !== undefined && { cursor }),
    };
    // Not every browser allows a page from a file to change its history.
    const timer = setTimeout(() => history.replaceState(null, '', hashOf(place)), 150);
    return () => clearTimeout(timer);
  }, [panel, span, selected, cursor]);
  return { end, panel, setPanel, span, setSpan, selected, setSelected, cursor, setCursor };
}

/** Digits select a panel; a slash selects the search box. */
function useShortcuts(onPanel: (panel: Panel) => void, onSearch: () => void): void {
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if ((event.target as HTMLElement).closest('input,select,textarea') !== null) return;
      if (event.key === '/') {
        event.preventDefault();
        onSearch();
      }
      const chosen = PANELS[Number(event.key) - 1];
      if (chosen !== undefined) onPanel(chosen);
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, []);
}

/** Matches the start of a question of `orrery ask`; whether it is one, the answer says. */
const QUESTION =
  /^\s*(\/\S*(:|\s+((not\s+)?(followed|preceded|before)\b|while\b))|timer\s.*\sbefore\s)/;

type Goal = { readonly question: string } | { readonly time: number; selection?: Selection };

/** What a user means by this text and Enter; undefined if it is only a search. */
function goalOf(text: string, runs: readonly RunInfo[]): Goal | undefined {
  if (QUESTION.test(text)) return { question: text };
  const number = Number(/^#?(\d+)$/.exec(text)?.[1]);
  const selection = validIn(runs, { run: 0, number });
  if (selection !== undefined) return { time: runs[0]!.columns.start[number - 1]!, selection };
  const seconds = /^([\d.]+) ?s$/.exec(text)?.[1];
  return seconds === undefined ? undefined : { time: Number(seconds) * 1e9 };
}

function validIn(runs: readonly RunInfo[], selected: Selection | undefined): Selection | undefined {
  const run = selected && runs[selected.run];
  return run !== undefined && (run.columns.entity[selected!.number - 1] ?? 0) > 0
    ? selected
    : undefined;
}
