import { useState } from 'preact/hooks';
import { timeText } from '../time_text.js';
import type { LinkState } from './foxglove_link.js';
import { type Live, useLinkState } from './use_live_run.js';

const RATES = [0.1, 0.2, 0.5, 1, 2, 5, 10, 100];
const STEPS = [0.001, 0.01, 0.1, 1, 10];

interface Props {
  readonly live: Live;
  /** The selected time, in ns since the start. */
  readonly cursor: number | undefined;
}

/** Controls to pause an active run, step it, change its rate, and jump in time. */
export function LiveBar({ live, cursor }: Props) {
  const { link } = live;
  const state = useLinkState(link);
  const [step, setStep] = useState(0.1);
  const { isOpen, isPaused, rate, start } = state;
  const now = Number(state.time - start);
  const leap = (to: number) => link.pace(true, rate, start + BigInt(Math.round(to)));
  return (
    <section class="live" aria-label="The run">
      <b>{stateText(live, state)}</b>
      {isOpen && <output>{timeText(now, 1e6)}</output>}
      <button type="button" disabled={!isOpen} onClick={() => link.pace(!isPaused)}>
        {isPaused ? 'Go on' : 'Pause'}
      </button>
      <button type="button" disabled={!isOpen} onClick={() => leap(now + step * 1e9)}>
        Step
      </button>
      <label>
        by{' '}
        <select onChange={(event) => setStep(Number(event.currentTarget.value))}>
          {STEPS.map((each) => (
            <option key={each} value={each} selected={each === step}>
              {each} s
            </option>
          ))}
        </select>
      </label>
      <label>
        speed{' '}
        <select
          disabled={!isOpen}
          onChange={(event) => link.pace(isPaused, Number(event.currentTarget.value))}
        >
          {RATES.map((each) => (
            <option key={each} value={each} selected={Math.fround(each) === rate}>
              {each} ×
            </option>
          ))}
        </select>
      </label>
      <Leap live={live} cursor={cursor} />
      {state.note !== '' && <span class="problem">{state.note}</span>}
    </section>
  );
}

/** A button that jumps to the selected time. */
function Leap({ live, cursor }: Props) {
  const { link, isOver, isGone } = live;
  const { isOpen, rate, time, start } = useLinkState(link);
  // A run that has ended can only be repeated.
  const isEarlier = cursor !== undefined && (isOver || (isOpen && cursor < Number(time - start)));
  const goTo = () => {
    if (cursor === undefined) return;
    if (isEarlier) live.goBack(Math.round(cursor));
    else link.pace(true, rate, start + BigInt(Math.round(cursor)));
  };
  return (
    <>
      <button
        type="button"
        disabled={cursor === undefined || isGone || !(isOpen || isOver)}
        onClick={goTo}
      >
        {cursor === undefined
          ? 'Run to the cursor'
          : `${isEarlier ? 'Back' : 'Run'} to ${timeText(cursor)}`}
      </button>
      {isEarlier && !isGone && (
        <span class="note">
          Time does not go back: the run is ended, and repeated with the same inputs.
        </span>
      )}
    </>
  );
}

function stateText({ isOver, isGone }: Live, { isOpen, isPaused }: LinkState): string {
  if (isGone) return 'The command has ended: this is what was recorded';
  if (isOver) return 'The run is over';
  if (!isOpen) return 'Connecting …';
  return isPaused ? 'Paused' : 'Runs';
}
