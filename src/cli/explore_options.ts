import { OrreryError } from '../errors/index.js';
import { parseDuration } from '../job/index.js';
import type { DelayBounds, LossBudget, PossibleFault } from '../schedule/index.js';

/** E.g. `/scan=0..20ms`. @throws OrreryError `ORR_EXPLORE_OPTION` */
export function parseDelayBounds(text: string): DelayBounds {
  const [, topic, from, to] = /^(\/[^=]+)=([\d.]+\s*\w*)\.\.([\d.]+\s*\w+)$/.exec(text) ?? [];
  if (topic === undefined) refuse('--delay', text, '/topic=0..20ms');
  const unit = /[a-z]+$/.exec(to!)?.[0] ?? '';
  const min = parseDuration(/[a-z]$/.test(from!) ? from! : `${from}${unit}`);
  const max = parseDuration(to!);
  if (max < min) refuse('--delay', text, '/topic=0..20ms');
  return { topic, min, max };
}

/** E.g. `/scan=2`. @throws OrreryError `ORR_EXPLORE_OPTION` */
export function parseLossBudget(text: string): LossBudget {
  const [, topic, budget] = /^(\/[^=]+)=(\d+)$/.exec(text) ?? [];
  if (topic === undefined) refuse('--lose', text, '/topic=2');
  return { topic, budget: Number(budget) };
}

/** E.g. `crash:/planner`, `freeze:/planner=50ms`. @throws OrreryError `ORR_EXPLORE_OPTION` */
export function parsePossibleFault(text: string): PossibleFault {
  const [, kind = '', on = '', time] = FAULT.exec(text) ?? [];
  const needsTime = kind !== 'crash' && kind !== 'duplicate';
  if (on === '' || (needsTime && time === undefined)) {
    const examples = 'crash:/node, crash:/node=2s, freeze:/node=50ms, down:/topic=100ms';
    refuse('--fault', text, `${examples}, duplicate:/topic or reorder:/topic=20ms`);
  }
  const fault = kind as PossibleFault['fault'];
  return time === undefined ? { fault, on } : { fault, on, time: parseDuration(time) };
}

const FAULT = /^(crash|freeze|down|duplicate|reorder):(\/[^=\s]+)(?:=(.+))?$/;

function refuse(option: string, text: string, example: string): never {
  throw new OrreryError(
    'ORR_EXPLORE_OPTION',
    `"${text}" cannot be read as ${option}; write e.g. ${option} ${example}.`,
  );
}
