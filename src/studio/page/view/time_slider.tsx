import { useEffect, useRef, useState } from 'preact/hooks';
import { timeText } from './time_text.js';

const RATES = [0.1, 0.25, 0.5, 1, 2, 5, 10];

interface Props {
  readonly end: number;
  readonly cursor: number;
  readonly onCursor: (time: number) => void;
}

/** The time that a panel shows, set with a slider or played. */
export function TimeSlider({ end, cursor, onCursor }: Props) {
  const [playing, setPlaying] = useState(false);
  const [rate, setRate] = useState(1);
  const now = useRef(cursor);
  now.current = cursor;
  useEffect(() => {
    if (!playing) return;
    let before = performance.now();
    let frame = 0;
    const step = (time: number) => {
      const next = Math.min(end, now.current + (time - before) * 1e6 * rate);
      before = time;
      onCursor(next);
      if (next < end) frame = requestAnimationFrame(step);
      else setPlaying(false);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [playing, rate, end]);
  const toggle = () => {
    if (!playing && cursor >= end) onCursor(0);
    setPlaying(!playing);
  };
  return (
    <div class="time-slider">
      <button type="button" onClick={toggle} aria-label={playing ? 'Pause' : 'Play'}>
        {playing ? '⏸' : '▶'}
      </button>
      <select
        aria-label="Speed"
        value={rate}
        onChange={(event) => setRate(Number(event.currentTarget.value))}
      >
        {RATES.map((each) => (
          <option key={each} value={each}>
            {each} ×
          </option>
        ))}
      </select>
      <input
        type="range"
        aria-label="Time"
        min={0}
        max={end}
        step="any"
        value={cursor}
        onInput={(event) => onCursor(Number(event.currentTarget.value))}
      />
      <output>{timeText(cursor, 1e6)}</output>
    </div>
  );
}
