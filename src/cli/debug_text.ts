import { relative } from 'node:path';
import { messageYaml } from '../bag/index.js';
import {
  type CauseStep,
  type DebugStop,
  type SourcePlace,
  sourceAround,
  type WrittenMessage,
} from '../debug/index.js';
import { seconds } from '../verify/index.js';

/** Longer arrays of messages are cut. */
const MOST_ITEMS = 12;
/** Lines of source shown before and after the one that runs next. */
const AROUND_STOP = 2;

/** Where a run stands, for a terminal. */
export function stopText(stop: DebugStop): string {
  if (stop.phase === 'end') return `The run is over: "${stop.end}" at ${timeText(stop)}.`;
  const { callback, entity, place } = stop;
  const lines = [`#${callback} at ${timeText(stop)}  ${entity}${REMARKS[stop.reason] ?? ''}`];
  if (place === undefined) {
    const done = stop.phase === 'after' ? 'This callback is over.' : 'It ran none of your code.';
    lines.push(`  ${done} The run has stopped after it.`);
  } else {
    const name = stop.function === '' ? '' : ` in ${stop.function}`;
    lines.push(`${placeText(place)}${name}`, ...sourceText(place, AROUND_STOP));
  }
  return lines.join('\n');
}

const REMARKS: Partial<Record<DebugStop['reason'], string>> = {
  break: '  (break)',
  'front-end': '  (another front end has stopped it)',
};

/** The time since the epoch, and since the start if the two differ. */
function timeText({ time, sinceStart }: DebugStop): string {
  const text = `${seconds(time)} s`;
  const since = BigInt(sinceStart);
  return since === time ? text : `${text} (${seconds(since)} s after the start)`;
}

export function placeText({ file, line, column }: SourcePlace): string {
  const near = relative('.', file);
  return `${near.startsWith('..') ? file : near}:${line}:${column}`;
}

/** Lines around a place; an arrow marks the one itself. */
export function sourceText(place: SourcePlace, around: number): string[] {
  const lines = sourceAround(place, around);
  const width = String(lines.at(-1)?.[0] ?? '').length;
  return lines.map(
    ([number, text]) =>
      `${number === place.line ? '→' : ' '} ${String(number).padStart(width)} │ ${text}`,
  );
}

/** Who published a message, and its content. */
export function messageText(message: WrittenMessage): string {
  const { topic, sequence, type, content } = message;
  const name = type === undefined ? topic : `${topic} (${type})`;
  const lines = [`message ${sequence} on ${name}, ${originText(message)}`];
  if (content === undefined) lines.push('  its content was not recorded');
  else lines.push(indented(messageYaml(content, { maxArrayLength: MOST_ITEMS })));
  return lines.join('\n');
}

function inCode(place: string | undefined): string {
  return place === undefined ? '' : `, ${place}`;
}

function originText({ node, time, by, place }: WrittenMessage): string {
  const published = `published by ${node} at ${seconds(time)} s`;
  return by === undefined
    ? `${published}, outside of a callback or after an await`
    : `${published} in #${by.number} ${by.entity}${inCode(place)}`;
}

/** Why a callback ran, starting with the last cause. */
export function causesText(steps: readonly CauseStep[]): string {
  return [...steps.flatMap(causeLines), ...clockLines(steps)].join('\n');
}

/** The callback that determines what the clock reads in the first of these: the others run in its instant. */
function clockLines(steps: readonly CauseStep[]): string[] {
  const time = steps[0]?.callback.time;
  const later = steps.findIndex(({ callback }) => callback.time !== time);
  const first = steps.at(later < 0 ? -1 : later - 1);
  if (first === undefined || first === steps[0]) return [];
  const { number, entity } = first.callback;
  return [`the time ${seconds(first.callback.time)} s comes from #${number} ${entity}`];
}

function causeLines({ callback, message, entity }: CauseStep): string[] {
  const head = `#${callback.number} at ${seconds(callback.time)} s  ${callback.entity}${inCode(entity?.place)}`;
  return [head, `    ${reasonText({ callback, message, entity })}${delayText(callback)}`];
}

/** How much time passed between the cause and the callback, if any. */
function delayText({ travelled, waited }: CauseStep['callback']): string {
  const under = travelled === 0 ? '' : `; ${travelled / 1e6} ms under way`;
  return waited === 0 ? under : `${under}; waited ${waited / 1e6} ms for its executor`;
}

/** How traces name the callback in which the timers of a process run. */
const PROCESS_CLOCK = 'user_timer clock of ';

function reasonText({ callback, message, entity }: CauseStep): string {
  if (message !== undefined) {
    return `took message ${message.sequence} on ${message.topic}, ${originText(message)}`;
  }
  const [, kind] = callback.entity.split(' ');
  const by = callback.cause === 0 ? undefined : `#${callback.cause}`;
  switch (kind) {
    case 'timer':
      return `its timer was due${periodText(entity?.period)}`;
    case 'user_timer':
      if (callback.entity.includes(PROCESS_CLOCK)) {
        return `its clock went to ${seconds(callback.time)} s, and the timers that were due ran`;
      }
      return by === undefined ? 'asked for outside of a callback' : `asked for by ${by}`;
    case 'service':
      return by === undefined ? 'a request from outside of a callback' : `a request of ${by}`;
    case 'client':
      return by === undefined ? 'a response from outside of a callback' : `a response of ${by}`;
    default:
      return by === undefined ? 'caused outside of a callback' : `caused by ${by}`;
  }
}

function periodText(period: number | null | undefined): string {
  return period === null || period === undefined ? '' : ` (every ${period / 1e6} ms)`;
}

function indented(text: string): string {
  return text.trimEnd().replace(/^(?=.)/gm, '  ');
}
