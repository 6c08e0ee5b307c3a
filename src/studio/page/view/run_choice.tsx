import type { RunInfo } from '../../model/engine_protocol.js';

interface Props {
  readonly runs: readonly RunInfo[];
  readonly which: number;
  readonly onWhich: (which: number) => void;
}

/** The choice of the run for a panel that shows only one. */
export function RunChoice({ runs, which, onWhich }: Props) {
  if (runs.length < 2) return null;
  return (
    <label>
      Run{' '}
      <select
        aria-label="Run"
        value={String(which)}
        onChange={(event) => onWhich(Number(event.currentTarget.value))}
      >
        {runs.map(({ name, path }, i) => (
          <option key={path} value={String(i)}>
            {'AB'[i]} {name}
          </option>
        ))}
      </select>
    </label>
  );
}
