import { useEffect, useState } from 'preact/hooks';
import type { CallbackView, RunInfo } from '../../model/engine_protocol.js';
import { effectsOf } from './causes.js';
import { Debugger } from './debugger.js';
import { durationText, timeText } from './time_text.js';
import type { Selection } from './timeline_picture.js';
import type { WorkerClient } from './worker_client.js';

interface Props {
  readonly runs: readonly RunInfo[];
  readonly worker: WorkerClient;
  readonly selected: Selection;
  readonly onSelect: (selected: Selection | undefined) => void;
}

/** The selected callback: its input, what it did, and what it caused. */
export function CallbackDetails({ runs, worker, selected, onSelect }: Props) {
  const run = runs[selected.run]!;
  const [details, setDetails] = useState<CallbackView>();
  useEffect(() => {
    setDetails(undefined);
    const time = run.columns.start[selected.number - 1]!;
    let current = true;
    void worker
      .ask('callback', { run: run.path, number: selected.number, time })
      .then((found) => current && setDetails(found));
    return () => {
      current = false;
    };
  }, [run, selected.number]);
  const link = (number: number) => (
    <button type="button" class="link" onClick={() => onSelect({ run: selected.run, number })}>
      {number} {nameOf(run, number)}
    </button>
  );
  const effects = effectsOf(run, selected.number);
  const cause = run.columns.cause[selected.number - 1]!;
  return (
    <section class="details" aria-label="Selected callback">
      <h2>
        Callback {selected.number}
        {runs.length > 1 && ` of ${'AB'[selected.run]}`}
      </h2>
      <p class="entity">{nameOf(run, selected.number)}</p>
      {details !== undefined && <Facts details={details} />}
      <h3>Because of</h3>
      <p>{cause === 0 ? 'nothing else: a timer, or input from outside' : link(cause)}</p>
      <h3>It caused</h3>
      {effects.length === 0 && <p>no callback</p>}
      <ul>
        {effects.map((effect) => (
          <li key={effect}>{link(effect)}</li>
        ))}
      </ul>
      <h3>Go there</h3>
      <code class="command">
        orrery debug {run.name} --callback {selected.number}
      </code>
      {run.debug !== undefined && (
        <Debugger
          key={run.path}
          url={run.debug}
          callback={selected.number}
          onStop={(number) => onSelect({ run: selected.run, number })}
        />
      )}
    </section>
  );
}

function Facts({ details }: { readonly details: CallbackView }) {
  const facts: [string, string][] = [
    ['began', timeText(details.time)],
    ['took', durationText(details.duration)],
    ['waited', durationText(details.waited)],
    ['message travelled', durationText(details.travelled)],
    ['thread', String(details.thread)],
    ['overwritten before', String(details.overwritten)],
    ['published', details.published.join(', ') || 'nothing'],
  ];
  return (
    <dl>
      {facts.map(([name, value]) => [
        <dt key={name}>{name}</dt>,
        <dd key={`${name} is`}>{value}</dd>,
      ])}
    </dl>
  );
}

function nameOf({ columns, entities }: RunInfo, number: number): string {
  const entity = entities[columns.entity[number - 1]! - 1];
  return entity === undefined ? '' : `${entity.node} ${entity.kind} ${entity.name}`;
}
