import { OrreryError } from '../errors/index.js';
import { parseDuration } from '../kernel/index.js';
import {
  type DelayBounds,
  isPossibleFaultKind,
  type LossBudget,
  POSSIBLE_FAULTS,
  type PossibleFault,
} from '../schedule/index.js';

/** E.g. `/scan=0..20ms`; `*`: all topics and services. @throws OrreryError `ORR_EXPLORE_OPTION` */
export function parseDelayBounds(text: string): DelayBounds {
  const [, topic, from, to] = /^(\/[^=]+|\*)=([\d.]+\s*\w*)\.\.([\d.]+\s*\w+)$/.exec(text) ?? [];
  if (topic === undefined) refuse('--delay', text, '/topic=0..20ms');
  const unit = /[a-z]+$/.exec(to!)?.[0] ?? '';
  const min = parseDuration(/[a-z]$/.test(from!) ? from! : `${from}${unit}`);
  const max = parseDuration(to!);
  if (max < min) refuse('--delay', text, '/topic=0..20ms');
  return { topic, min, max };
}

/** E.g. `/scan=2`; `*`: all topics. @throws OrreryError `ORR_EXPLORE_OPTION` */
export function parseLossBudget(text: string): LossBudget {
  const [, topic, budget] = /^(\/[^=]+|\*)=(\d+)$/.exec(text) ?? [];
  if (topic === undefined) refuse('--lose', text, '/topic=2');
  return { topic, budget: Number(budget) };
}

/** E.g. `crash:/planner`, `freeze:/planner=50ms`; `*`: all nodes or topics. @throws OrreryError `ORR_EXPLORE_OPTION` */
export function parsePossibleFault(text: string): PossibleFault {
  const [, kind = '', on = '', time] = FAULT.exec(text) ?? [];
  const fault = isPossibleFaultKind(kind) ? kind : undefined;
  if (!fault || on === '' || (POSSIBLE_FAULTS[fault].needsTime && time === undefined)) {
    refuse('--fault', text, FAULT_EXAMPLES);
  }
  return time === undefined ? { fault, on } : { fault, on, time: parseDuration(time) };
}

const FAULT = /^(\w+):(\/[^=\s]+|\*)(?:=(.+))?$/;

/** Examples of faults on the command line. */
export const FAULT_EXAMPLES = Object.values(POSSIBLE_FAULTS)
  .map(({ example }) => example)
  .join(', ');

function refuse(option: string, text: string, example: string): never {
  throw new OrreryError(
    'ORR_EXPLORE_OPTION',
    `"${text}" cannot be read as ${option}; write e.g. ${option} ${example}.`,
  );
}
