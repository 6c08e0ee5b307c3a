import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Scene } from '../../model/drawable.js';
import type { RunInfo } from '../../model/engine_protocol.js';
import { IMAGE_TYPES, SCENE_TYPES } from '../../model/scene_types.js';
import type { SceneColours, SceneView } from '../scene/scene_part.js';
import { BreakableName } from './breakable_name.js';
import { Links } from './links.js';
import { loadScene } from './load_scene.js';
import type { Palette } from './palette.js';
import { Pictures } from './pictures.js';
import { type Robot, readRobot } from './read_robot.js';
import { RunChoice } from './run_choice.js';
import { TimeSlider } from './time_slider.js';
import { useLatest } from './use_latest.js';
import { type Meshes, useMeshes } from './use_meshes.js';
import type { WorkerClient } from './worker_client.js';

const ROBOT_TOPIC = '/robot_description';
/** Stands for the links; no topic can have this name. */
const LINKS = 'links';
const NO_ROBOT: Robot = { parts: [], problems: [] };

interface Props {
  readonly runs: readonly RunInfo[];
  readonly worker: WorkerClient;
  readonly palette: Palette;
  readonly cursor: number | undefined;
  readonly onCursor: (time: number) => void;
  readonly theme: string;
}

/** A run in 3D: frames, sensors, maps, robots and markers at the cursor's time. */
export function Space(props: Props) {
  const { runs, worker, palette, onCursor, theme } = props;
  const [which, setWhich] = useState(0);
  const run = runs[which] ?? runs[0]!;
  const cursor = props.cursor ?? run.end;
  const topics = useMemo(() => run.topics.filter(({ type }) => SCENE_TYPES.includes(type)), [run]);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [fixed, setFixed] = useState('');
  const [showsFrames, setShowsFrames] = useState(true);
  const shown = topics.map(({ name }) => name).filter((name) => !hidden.has(name));
  const asked = { run: run.path, time: cursor, fixed, topics: shown };
  const [showsLinks, setShowsLinks] = useState(true);
  const { found: scene, problem } = useLatest(JSON.stringify(asked), () =>
    worker.ask('scene', asked),
  );
  const robot = useRobot(run, worker);
  const meshes = useMeshes([
    ...robot.parts.map(({ solid }) => solid),
    ...(scene?.layers ?? []).flatMap(({ drawables }) => drawables),
  ]);
  const toggle = (name: string) => {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    setHidden(next);
  };
  const content = { scene, robot, meshes, palette, showsFrames, showsLinks, theme };
  return (
    <div class="space">
      <aside>
        <RunChoice {...{ runs, which }} onWhich={setWhich} />
        <Choices
          {...{ scene, topics, palette, hidden, showsFrames }}
          onFixed={setFixed}
          onFrames={setShowsFrames}
          onTopic={toggle}
        />
        <Links
          links={scene?.links ?? []}
          isShown={showsLinks}
          onShow={() => setShowsLinks(!showsLinks)}
        />
        <Problems {...{ scene, robot, meshes, problem }} />
      </aside>
      <div class="space-and-time">
        <Drawing {...content} />
        <TimeSlider end={run.end} cursor={cursor} onCursor={onCursor} />
      </div>
      {run.topics.some(({ type }) => IMAGE_TYPES.includes(type)) && (
        <Pictures run={run} worker={worker} cursor={cursor} />
      )}
    </div>
  );
}

interface ChoicesProps {
  readonly scene: Scene | undefined;
  readonly topics: RunInfo['topics'];
  readonly palette: Palette;
  readonly hidden: ReadonlySet<string>;
  readonly showsFrames: boolean;
  readonly onFixed: (frame: string) => void;
  readonly onFrames: (shows: boolean) => void;
  readonly onTopic: (name: string) => void;
}

/** Choices of the fixed frame, and of what is shown. */
function Choices(props: ChoicesProps) {
  const { scene, topics, palette, hidden, showsFrames } = props;
  return (
    <>
      {scene !== undefined && scene.frames.length > 0 && (
        <label>
          Fixed frame{' '}
          <select
            aria-label="Fixed frame"
            value={scene.fixed}
            onChange={(event) => props.onFixed(event.currentTarget.value)}
          >
            {scene.frames.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        <input
          type="checkbox"
          checked={showsFrames}
          onChange={() => props.onFrames(!showsFrames)}
        />{' '}
        frames
      </label>
      {topics.map(({ name, type }) => (
        <label key={name} title={type}>
          <input type="checkbox" checked={!hidden.has(name)} onChange={() => props.onTopic(name)} />{' '}
          <span class="swatch" style={{ background: palette.of(name) }} />
          {name}
        </label>
      ))}
    </>
  );
}

interface ProblemsProps {
  readonly scene: Scene | undefined;
  readonly robot: Robot;
  readonly meshes: Meshes;
  readonly problem: string;
}

/** What cannot be shown, and why. */
function Problems({ scene, robot, meshes, problem }: ProblemsProps) {
  const layers = scene?.layers ?? [];
  const apart = (scene?.frames ?? []).filter(({ pose }) => pose === undefined);
  const nothing = scene?.frames.length === 0 && layers.length === 0;
  return (
    <div class="problems">
      {problem !== '' && <p class="problem">{problem}</p>}
      {nothing && (
        <p class="note">This run recorded nothing that has a place: no frames, sensors or poses.</p>
      )}
      {layers.map(
        (layer) =>
          layer.problem !== undefined && (
            <p class="problem" key={layer.topic}>
              {layer.topic}: {layer.problem}
            </p>
          ),
      )}
      {apart.length > 0 && (
        <p class="note">Not joined at this time: {apart.map(({ name }) => name).join(', ')}</p>
      )}
      {[...meshes.problems].map(([uri, why]) => (
        <p class="note" key={uri}>
          The mesh <BreakableName name={uri} /> is not shown. {why}
        </p>
      ))}
      {robot.problems.map((each) => (
        <p class="note" key={each}>
          {each}
        </p>
      ))}
    </div>
  );
}

interface DrawingProps {
  readonly scene: Scene | undefined;
  readonly robot: Robot;
  readonly meshes: Meshes;
  readonly palette: Palette;
  readonly showsFrames: boolean;
  readonly showsLinks: boolean;
  readonly theme: string;
}

/** The picture, drawn by the script with three.js. */
function Drawing(props: DrawingProps) {
  const { scene, robot, meshes, palette, showsFrames, showsLinks, theme } = props;
  const place = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<SceneView>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let made: SceneView | undefined;
    let isGone = false;
    loadScene()
      .then((part) => {
        if (isGone) return;
        made = part.create(place.current!);
        setView(made);
      })
      .catch((error: Error) => setProblem(`There is no 3D here: ${error.message}`));
    return () => {
      isGone = true;
      made?.dispose();
    };
  }, []);
  useEffect(() => {
    if (view === undefined || scene === undefined) return;
    const { frames, drawnLinks: drawables } = scene;
    const links = { topic: LINKS, version: undefined, drawables, problem: undefined };
    const layers = showsLinks ? [...scene.layers, links] : scene.layers;
    const colourOf = (topic: string) => palette.of(topic);
    const { parts } = robot;
    const content = { frames, layers, robot: parts, meshes: meshes.read, colourOf, showsFrames };
    view.show(content, colours());
  }, [view, scene, robot, meshes.read, showsFrames, showsLinks, theme]);
  return (
    <div class="drawn-space" ref={place}>
      <div class="eye">
        <button type="button" onClick={() => view?.fit()}>
          Show all
        </button>
        <button type="button" onClick={() => view?.fromAbove()}>
          From above
        </button>
      </div>
      {problem !== '' && <p class="problem">{problem}</p>}
    </div>
  );
}

function colours(): SceneColours {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return { paper: colour('paper'), ink: colour('faint'), line: colour('line') };
}

function useRobot(run: RunInfo, worker: WorkerClient): Robot {
  const [robot, setRobot] = useState(NO_ROBOT);
  useEffect(() => {
    setRobot(NO_ROBOT);
    if (!run.topics.some(({ name }) => name === ROBOT_TOPIC)) return;
    void worker
      .ask('text', { run: run.path, topic: ROBOT_TOPIC, time: run.end })
      .then((urdf) => urdf !== undefined && setRobot(readRobot(urdf)));
  }, [run]);
  return robot;
}
