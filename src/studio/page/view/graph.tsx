import { useMemo, useState } from 'preact/hooks';
import type { RunInfo } from '../../model/engine_protocol.js';
import { type Box, type Edge, layOut } from './graph_layout.js';
import type { Palette } from './palette.js';
import { RunChoice } from './run_choice.js';
import { type Span, within } from './span.js';
import { timeText } from './time_text.js';

/** The drawing shrinks to the width of the window down to this factor, at which names are readable. */
const SMALLEST = 0.65;

interface Props {
  readonly runs: readonly RunInfo[];
  readonly palette: Palette;
  readonly span: Span;
  readonly onTopic: (topic: string) => void;
}

/** Nodes and their connections, with the doctor's findings. */
export function Graph({ runs, palette, span, onTopic }: Props) {
  const [which, setWhich] = useState(0);
  const [all, setAll] = useState(false);
  const [told, setTold] = useState('');
  const run = runs[which] ?? runs[0]!;
  const { from, to } = within(span, run.end);
  return (
    <div class="graph">
      <form>
        <RunChoice {...{ runs, which }} onWhich={setWhich} />
        <label>
          <input type="checkbox" checked={all} onChange={() => setAll(!all)} /> also what every node
          has
        </label>
        <span class="note">
          Bright: nodes with callbacks from {timeText(from, 1e6)} to {timeText(to, 1e6)}.
        </span>
      </form>
      <Drawing
        run={run}
        all={all}
        palette={palette}
        span={span}
        onTell={setTold}
        onTopic={onTopic}
      />
      <pre class="hint" role="status">
        {told || 'Point at a line for types and QoS; choose a box to find it on the timeline.'}
      </pre>
      {run.findings.length > 0 && <Findings run={run} />}
    </div>
  );
}

interface DrawingProps extends Pick<Props, 'palette' | 'span' | 'onTopic'> {
  readonly run: RunInfo;
  readonly all: boolean;
  readonly onTell: (text: string) => void;
}

function Drawing({ run, all, palette, span, onTell, onTopic }: DrawingProps) {
  const picture = useMemo(() => layOut(run, all), [run, all]);
  const active = useMemo(() => activeIn(run, span), [run, span]);
  if (picture.boxes.length === 0) {
    return <p class="note">There is no trace here, which would tell of nodes.</p>;
  }
  return (
    <div class="drawing">
      <svg
        style={{ maxWidth: `${picture.width}px`, minWidth: `${picture.width * SMALLEST}px` }}
        viewBox={`0 0 ${picture.width} ${picture.height}`}
        role="img"
        aria-label="Graph of nodes, topics and services"
      >
        <defs>
          <marker
            id="tip"
            viewBox="0 0 8 8"
            refX="8"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto"
          >
            <path d="M0 0L8 4L0 8z" fill="context-stroke" />
          </marker>
        </defs>
        {picture.edges.map((edge) => (
          <Line
            key={`${edge.from} ${edge.to} ${edge.text}`}
            edge={edge}
            palette={palette}
            onTell={onTell}
          />
        ))}
        {picture.boxes.map((box) => (
          <Place
            key={`${box.kind} ${box.name}`}
            box={box}
            palette={palette}
            dim={box.kind === 'node' && !active.has(box.name)}
            onChoose={() => onTopic(box.name)}
          />
        ))}
      </svg>
    </div>
  );
}

function Findings({ run }: { readonly run: RunInfo }) {
  return (
    <section>
      <h3>What the doctor finds</h3>
      <ul class="findings">
        {run.findings.map(({ message, severity }) => (
          <li key={message} class={severity}>
            {message}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface LineProps {
  readonly edge: Edge;
  readonly palette: Palette;
  readonly onTell: (text: string) => void;
}

function Line({ edge, palette, onTell }: LineProps) {
  const path = edge.points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x} ${y}`).join('');
  const text = edge.problem === undefined ? edge.text : `${edge.text}\n${edge.problem}`;
  return (
    <g
      class={edge.problem === undefined ? 'line' : 'line problem'}
      onPointerEnter={() => onTell(text)}
    >
      <path d={path} stroke="transparent" stroke-width="12" fill="none" />
      <path
        d={path}
        stroke={edge.problem === undefined ? palette.of(edge.topic) : 'var(--alarm)'}
        stroke-width="2"
        stroke-dasharray={edge.problem === undefined ? undefined : '6 4'}
        fill="none"
        marker-end="url(#tip)"
      >
        <title>{text}</title>
      </path>
    </g>
  );
}

interface PlaceProps {
  readonly box: Box;
  readonly palette: Palette;
  readonly dim: boolean;
  readonly onChoose: () => void;
}

function Place({ box, palette, dim, onChoose }: PlaceProps) {
  const { x, y, width, height, kind, name } = box;
  const key = (event: KeyboardEvent) => event.key === 'Enter' && onChoose();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button cannot stand in a picture
    <g
      class={`box ${kind}`}
      opacity={dim ? 0.45 : 1}
      role="button"
      tabIndex={0}
      aria-label={`${kind} ${name}`}
      onClick={onChoose}
      onKeyDown={key}
    >
      <rect
        x={x - width / 2}
        y={y - height / 2}
        width={width}
        height={height}
        rx={kind === 'node' ? 15 : 2}
        stroke={kind === 'node' ? 'var(--ink)' : palette.of(name)}
      />
      <text x={x} y={y} text-anchor="middle" dominant-baseline="central">
        {name}
      </text>
    </g>
  );
}

/** The nodes that had callbacks in a span of the run. */
function activeIn({ columns, entities, callbacks }: RunInfo, { from, to }: Span): Set<string> {
  const active = new Set<string>();
  const seen = new Uint8Array(entities.length + 1);
  for (let at = 0; at < callbacks && active.size < entities.length; at++) {
    const entity = columns.entity[at]!;
    if (entity === 0 || seen[entity] === 1) continue;
    if (columns.start[at]! < from || columns.start[at]! > to) continue;
    seen[entity] = 1;
    active.add(entities[entity - 1]!.node);
  }
  return active;
}
