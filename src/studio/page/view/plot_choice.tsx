import { useEffect, useState } from 'preact/hooks';
import type { FramePair, RunInfo } from '../../model/engine_protocol.js';
import { DERIVATIONS, type Derivation } from './series_math.js';
import { derivedUnit, unitOf } from './unit_of.js';
import type { WorkerClient } from './worker_client.js';

/** What the user wants to plot. */
export interface ChosenPlot {
  readonly topic: string;
  readonly field: string;
  readonly derivation: Derivation;
  readonly frames: FramePair | undefined;
  readonly less: { readonly topic: string; readonly field: string } | undefined;
  readonly unit: string;
  readonly frame: string | undefined;
}

/** The entry among the topics for the motion of frames. */
const TF = 'tf';
const TF_FIELDS = ['x', 'y', 'z', 'norm', 'yaw', 'pitch', 'roll'];
const NOTHING = 'nothing';

const OF_EVERY_NODE = /^\/(parameter_events|rosout|clock)$/;

interface Props {
  readonly runs: readonly RunInfo[];
  readonly worker: WorkerClient;
  readonly chosen: readonly ChosenPlot[];
  readonly onAdd: (plot: ChosenPlot) => void;
}

/** Choice of a topic or two frames, a field, and a derivation. */
export function PlotChoice({ runs, worker, chosen, onAdd }: Props) {
  const names = [...new Set(runs.flatMap((run) => run.topics.map(({ name }) => name)))].sort();
  const frames = useFrames(runs, worker);
  const topics = frames.length > 1 ? [...names, TF] : names;
  const [topic, setTopic] = useState(
    topics.find((name) => !OF_EVERY_NODE.test(name)) ?? topics[0] ?? '',
  );
  const { fields, frame, field, setField } = useFields(runs, worker, topic);
  const [pair, setPair] = useState<Partial<FramePair>>({});
  const [less, setLess] = useState(NOTHING);
  const [derivation, setDerivation] = useState<Derivation>('value');
  const plain = chosen.filter((each) => each.frames === undefined && each.less === undefined);
  const add = (event: Event) => {
    event.preventDefault();
    if (field === '') return;
    const other = plain.find((each) => nameOf(each) === less);
    const unit = derivedUnit(unitOf(typeOf(runs, topic), field), derivation);
    const [first = ''] = frames;
    const asked = topic === TF ? { frame: first, fixed: first, ...pair } : undefined;
    onAdd({ topic, field, derivation, frames: asked, less: other, unit, frame });
  };
  return (
    <form onSubmit={add}>
      <Choice title="Topic" values={topics} value={topic} onValue={setTopic} />
      {topic === TF && <PairChoice frames={frames} pair={pair} onPair={setPair} />}
      <Choice title="Field" values={fields} value={field} onValue={setField} />
      <Choice
        title="Plot its"
        values={DERIVATIONS.filter((each) => each !== 'difference' || runs.length === 2)}
        value={derivation}
        onValue={(value) => setDerivation(value as Derivation)}
      />
      {plain.length > 0 && topic !== TF && (
        <Choice
          title="less"
          values={[NOTHING, ...new Set(plain.map(nameOf))]}
          value={less}
          onValue={setLess}
        />
      )}
      <button type="submit">Add</button>
    </form>
  );
}

interface PairProps {
  readonly frames: readonly string[];
  readonly pair: Partial<FramePair>;
  readonly onPair: (pair: Partial<FramePair>) => void;
}

function PairChoice({ frames, pair, onPair }: PairProps) {
  const choice = (title: string, key: keyof FramePair) => (
    <Choice
      title={title}
      values={frames}
      value={pair[key] ?? frames[0] ?? ''}
      onValue={(name) => onPair({ ...pair, [key]: name })}
    />
  );
  return (
    <>
      {choice('Frame', 'frame')}
      {choice('in', 'fixed')}
    </>
  );
}

function typeOf(runs: readonly RunInfo[], topic: string): string {
  if (topic === TF) return TF;
  return runs.flatMap((run) => run.topics).find(({ name }) => name === topic)?.type ?? '';
}

function nameOf({ topic, field }: ChosenPlot): string {
  return `${topic} ${field}`;
}

/** The names of all frames. */
function useFrames(runs: readonly RunInfo[], worker: WorkerClient): readonly string[] {
  const [frames, setFrames] = useState<readonly string[]>([]);
  useEffect(() => {
    void Promise.all(runs.map(({ path }) => worker.ask('frames', { run: path })))
      .then((found) => setFrames([...new Set(found.flat())].sort()))
      // Without frames, there is simply less to choose from.
      .catch(() => {});
  }, [runs]);
  return frames;
}

/** The fields of a topic that can be plotted, and the chosen one. */
function useFields(runs: readonly RunInfo[], worker: WorkerClient, topic: string) {
  const [found, setFound] = useState<{ fields: readonly string[]; frame: string | undefined }>();
  const [field, setField] = useState('');
  const take = (fields: readonly string[], frame: string | undefined) => {
    setFound({ fields, frame });
    setField(fields.find((path) => !/stamp|covariance|\(/.test(path)) ?? fields[0] ?? '');
  };
  useEffect(() => {
    if (topic === TF) return take(TF_FIELDS, undefined);
    const run = runs.find((each) => each.topics.some(({ name }) => name === topic)) ?? runs[0]!;
    let current = true;
    void worker
      .ask('fields', { run: run.path, topic })
      .then(({ fields, frame }) => current && take(fields, frame));
    return () => {
      current = false;
    };
  }, [topic, runs]);
  return { fields: found?.fields ?? [], frame: found?.frame, field, setField };
}

interface ChoiceProps {
  readonly title: string;
  readonly values: readonly string[];
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function Choice({ title, values, value, onValue }: ChoiceProps) {
  return (
    <label>
      {title}{' '}
      <select
        aria-label={title}
        value={value}
        onChange={(event) => onValue(event.currentTarget.value)}
      >
        {values.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </label>
  );
}
