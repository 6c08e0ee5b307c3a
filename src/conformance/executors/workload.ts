import { OrreryError } from '../../errors/index.js';

/** The entities, in the order of their lines, which is the order of registration. */
export type WorkloadEntity =
  | { kind: 'sub'; name: string; exec: number; depth: number; group: string }
  | { kind: 'srv' | 'cli'; name: string; exec: number; group: string }
  | { kind: 'timer'; name: string; period: number; exec: number; shots: number; group: string };

/** What happens from outside, with times in ms. */
export type WorkloadStimulus =
  | { kind: 'pub' | 'call' | 'req'; time: number; name: string; count: number }
  | { kind: 'clk'; time: number; clock: number };

export interface WorkloadSpin {
  readonly call: 'some' | 'once' | 'all';
  readonly time: number;
}

/** A workload of the executor vectors; all times are in ms. */
export interface Workload {
  readonly entities: WorkloadEntity[];
  readonly groups: Map<string, 'me' | 're'>;
  readonly stimuli: WorkloadStimulus[];
  readonly spins: WorkloadSpin[];
  /** Timers follow a clock that messages set, with or without a thread for these messages. */
  simTime: 'no' | 'clock_thread' | 'no_clock_thread';
  end: number;
}

/** Reads the lines of a workload; throws `ORR_VECTOR_FILE` for a line that it does not know. */
export function parseWorkload(lines: readonly string[], file: string): Workload {
  const workload: Workload = {
    entities: [],
    groups: new Map(),
    stimuli: [],
    spins: [],
    simTime: 'no',
    end: 0,
  };
  for (const [index, line] of lines.entries()) {
    if (!parseLine(workload, line.trim().split(/\s+/))) {
      throw new OrreryError(
        'ORR_VECTOR_FILE',
        `Line ${index + 1} of the workload of ${file} is not understood: "${line}".`,
        { place: { file } },
      );
    }
  }
  return workload;
}

function parseLine(workload: Workload, words: readonly string[]): boolean {
  const [word, name = '', third = '', fourth = '', fifth = '', sixth = ''] = words;
  const { entities } = workload;
  switch (word) {
    case 'sub':
      entities.push({ kind: word, name, exec: +third, depth: +fourth, group: fifth });
      return Number.isFinite(+third) && Number.isFinite(+fourth);
    case 'srv':
    case 'cli':
      entities.push({ kind: word, name, exec: +third, group: fourth });
      return Number.isFinite(+third);
    case 'timer':
      entities.push({
        kind: word,
        name,
        period: +third,
        exec: +fourth,
        shots: +fifth,
        group: sixth,
      });
      return Number.isFinite(+third) && Number.isFinite(+fourth) && Number.isFinite(+fifth);
    case 'group':
      if (third !== 'me' && third !== 're') return false;
      workload.groups.set(name, third);
      return true;
    case 'at':
      return parseStimulus(workload, +name, third, fourth, fifth);
    case 'sim':
      workload.simTime = name === '0' ? 'no_clock_thread' : 'clock_thread';
      return name === '0' || name === '1';
    case 'spin':
      if (name !== 'some' && name !== 'once' && name !== 'all') return false;
      workload.spins.push({ call: name, time: +third });
      return Number.isFinite(+third);
    case 'end':
      workload.end = +name;
      return Number.isFinite(workload.end);
    default:
      return false;
  }
}

function parseStimulus(
  workload: Workload,
  time: number,
  what: string,
  name: string,
  count: string,
): boolean {
  if (!Number.isFinite(time)) return false;
  if (what === 'clk') {
    workload.stimuli.push({ kind: what, time, clock: +name });
    return Number.isFinite(+name);
  }
  if (what !== 'pub' && what !== 'call' && what !== 'req') return false;
  workload.stimuli.push({ kind: what, time, name, count: +(count || '1') });
  return Number.isFinite(+count);
}
