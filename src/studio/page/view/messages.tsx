import { useEffect, useState } from 'preact/hooks';
import type { MessageView, RunInfo } from '../../model/engine_protocol.js';
import { BreakableName } from './breakable_name.js';
import { byName } from './by_name.js';
import type { Palette } from './palette.js';
import { TimeSlider } from './time_slider.js';
import { timeText } from './time_text.js';
import type { WorkerClient } from './worker_client.js';

/** The most log lines that are shown at once. */
const MOST_LINES = 500;

interface Props {
  readonly runs: readonly RunInfo[];
  readonly worker: WorkerClient;
  readonly palette: Palette;
  readonly cursor: number | undefined;
  readonly onCursor: (time: number) => void;
  readonly search: string;
  readonly onOpen: (time: number) => void;
}

/** The topics, the message at the cursor in every run, and the log. */
export function Messages(props: Props) {
  const { runs, palette, search, onCursor } = props;
  const end = Math.max(...runs.map((run) => run.end));
  const cursor = props.cursor ?? end;
  const topics = topicsOf(runs).filter(({ name }) => name.includes(search));
  const [topic, setTopic] = useState(topics[0]?.name ?? '');
  return (
    <div class="messages">
      <TopicTable
        search={search}
        topics={topics}
        palette={palette}
        chosen={topic}
        onChoose={setTopic}
      />
      <section aria-label="Message at the cursor" class="at-cursor">
        <TimeSlider end={end} cursor={cursor} onCursor={onCursor} />
        <div class="side-by-side">
          {runs.map((run, i) => (
            <OneMessage
              key={run.path}
              {...props}
              run={run}
              title={runs.length > 1 ? 'AB'[i]! : ''}
              topic={topic}
              cursor={cursor}
            />
          ))}
        </div>
      </section>
      <Log {...props} />
    </div>
  );
}

interface TopicTableProps {
  readonly search: string;
  readonly topics: ReturnType<typeof topicsOf>;
  readonly palette: Palette;
  readonly chosen: string;
  readonly onChoose: (topic: string) => void;
}

function TopicTable({ search, topics, palette, chosen, onChoose }: TopicTableProps) {
  return (
    <section aria-label="Topics">
      <table class="topics">
        <thead>
          <tr>
            <th>Topic</th>
            <th>Type</th>
            <th>Messages</th>
            <th>Hz</th>
          </tr>
        </thead>
        <tbody>
          {topics.map(({ name, type, counts, rate }) => (
            <tr key={name} class={name === chosen ? 'chosen' : ''}>
              <td>
                <div class="named">
                  <span class="swatch" style={{ background: palette.of(name) }} />
                  <button type="button" class="link" onClick={() => onChoose(name)}>
                    <BreakableName name={name} />
                  </button>
                </div>
              </td>
              <td>
                <BreakableName name={type} />
              </td>
              <td class="number">{counts.join(' / ')}</td>
              <td class="number">{rate.toFixed(1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {topics.length === 0 && (
        <p class="note">There is no topic here{search && ' with that name'}.</p>
      )}
    </section>
  );
}

function topicsOf(runs: readonly RunInfo[]) {
  const names = [...new Set(runs.flatMap(({ topics }) => topics.map(({ name }) => name)))].sort(
    byName,
  );
  return names.map((name) => {
    const each = runs.map(({ topics }) => topics.find((topic) => topic.name === name));
    const first = each.find((topic) => topic !== undefined)!;
    return { ...first, counts: each.map((topic) => topic?.count ?? 0) };
  });
}

interface OneProps extends Omit<Props, 'cursor'> {
  readonly run: RunInfo;
  readonly title: string;
  readonly topic: string;
  readonly cursor: number;
}

function OneMessage({ run, worker, title, topic, cursor, onCursor }: OneProps) {
  const [message, setMessage] = useState<MessageView>();
  const [problem, setProblem] = useState('');
  const [raw, setRaw] = useState(false);
  useEffect(() => {
    let current = true;
    worker.ask('message', { run: run.path, topic, time: cursor }).then(
      (found) => {
        if (!current) return;
        setMessage(found);
        setProblem('');
      },
      (error: Error) => current && setProblem(error.message),
    );
    return () => {
      current = false;
    };
  }, [run, topic, cursor]);
  return (
    <article class="message">
      <p>
        <b>{title}</b> {message?.type} {message !== undefined && `#${message.index + 1}`}{' '}
        {message !== undefined && (
          <button type="button" class="link" onClick={() => onCursor(message.time)}>
            {timeText(message.time)}
          </button>
        )}{' '}
        {message !== undefined && (
          <label>
            <input type="checkbox" checked={raw} onChange={() => setRaw(!raw)} /> bytes
          </label>
        )}
      </p>
      {problem !== '' && <p class="problem">{problem}</p>}
      {problem === '' && message === undefined && <p class="note">No message up to here.</p>}
      {message !== undefined && <pre>{raw ? hexOf(message) : message.text}</pre>}
    </article>
  );
}

function hexOf({ bytes, size }: MessageView): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const part = Array.from(bytes.subarray(at, at + 16));
    const hex = part.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const text = part.map((byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : '·'));
    lines.push(`${at.toString(16).padStart(6, '0')}  ${hex.padEnd(47)}  ${text.join('')}`);
  }
  if (size > bytes.length) lines.push(`… ${size} bytes in all`);
  return lines.join('\n');
}

/** Log lines, faults and state changes, from the cursor on. */
function Log({ runs, search, cursor, onOpen }: Props) {
  const lines = runs
    .flatMap((run, i) => run.events.map((event) => ({ ...event, run: 'AB'[i]! })))
    .filter(({ text, node }) => text.includes(search) || node.includes(search))
    .sort((a, b) => a.time - b.time);
  const before =
    cursor === undefined ? lines.length : lines.filter(({ time }) => time <= cursor).length;
  const shown = lines.slice(Math.max(0, before - MOST_LINES / 2), before + MOST_LINES / 2);
  return (
    <section aria-label="Log" class="log">
      <h3>Log, faults, states</h3>
      {shown.length === 0 && (
        <p class="note">Nothing {search === '' ? 'was logged' : `of “${search}” was logged`}.</p>
      )}
      <table>
        <tbody>
          {shown.map(({ time, kind, severity, node, text, run }, i) => (
            <tr key={i} class={severity}>
              <td>
                <button type="button" class="link" onClick={() => onOpen(time)}>
                  {timeText(time, 1e3)}
                </button>
              </td>
              {runs.length > 1 && <td>{run}</td>}
              <td>{kind === 'log' ? severity : kind}</td>
              <td>{node}</td>
              <td class="wide">{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
