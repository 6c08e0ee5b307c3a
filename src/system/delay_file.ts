import {
  didYouMean,
  OrreryError,
  type Place,
  Problems,
  readRegularFile,
  whyUnreadable,
} from '../errors/index.js';
import { type TopicDelay, type TopicDelayLine, topicDelaysOf } from '../models/index.js';

const COLUMNS = [
  'Topic Name',
  'Delay Type (FIXED/MEASURED)',
  'Fixed Delay_ms',
  'Measured Delay Skew',
] as const;

const TOPIC = /^\/[A-Za-z_][A-Za-z0-9_]*(?:\/[A-Za-z_][A-Za-z0-9_]*)*$/;
const NUMBER = /^\+?(\d{1,12})?(?:\.(\d{1,30}))?$/;

interface Cell {
  readonly text: string;
  readonly place: Place;
}

function cellsOf(line: string, file: string, lineNumber: number): Cell[] {
  let offset = 0;
  return line.split(',').map((raw) => {
    const text = raw.trim();
    const column = offset + (text === '' ? 0 : raw.indexOf(text)) + 1;
    offset += raw.length + 1;
    return { text, place: { file, line: lineNumber, column } };
  });
}

/** Milliseconds as whole nanoseconds, computed on the digits so that nothing is rounded twice. */
function millisecondsToNs(text: string): number | undefined {
  const match = NUMBER.exec(text);
  if (match === null || (match[1] === undefined && match[2] === undefined)) return undefined;
  const fraction = (match[2] ?? '').padEnd(7, '0');
  const exact = BigInt((match[1] ?? '0') + fraction.slice(0, 6));
  const rounded = fraction[6]! >= '5' ? exact + 1n : exact;
  return rounded <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(rounded) : undefined;
}

class DelayReader {
  readonly delays = new Map<string, TopicDelayLine>();
  readonly #problems: Problems;

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  #refuse(message: string, cell: Cell): undefined {
    this.#problems.add('ORR_DELAYS_INVALID', message, cell.place);
    return undefined;
  }

  header(cells: readonly Cell[]): void {
    COLUMNS.forEach((name, i) => {
      const cell = cells[i] ?? cells.at(-1)!;
      if (cells[i]?.text !== name) {
        this.#refuse(
          `Column ${i + 1} must be headed "${name}", not "${cells[i]?.text ?? ''}".`,
          cell,
        );
      }
    });
  }

  row(cells: readonly Cell[]): void {
    const blank: Cell = { text: '', place: cells.at(-1)!.place };
    const [topic = blank, type = blank, fixed = blank, skew = blank] = cells;
    if (cells.length > COLUMNS.length && cells.slice(COLUMNS.length).some((c) => c.text !== '')) {
      this.#refuse(`A line has ${COLUMNS.length} cells, not ${cells.length}.`, cells[4]!);
    }
    const delay = this.#delay(type, fixed, skew);
    if (!TOPIC.test(topic.text)) {
      this.#refuse(`"${topic.text}" is not a full topic name; it must begin with a slash.`, topic);
    } else if (this.delays.has(topic.text)) {
      this.#refuse(`The topic ${topic.text} is listed twice; keep one line.`, topic);
    } else if (delay !== undefined) {
      this.delays.set(topic.text, delay);
    }
  }

  #delay(type: Cell, fixed: Cell, skew: Cell): TopicDelayLine | undefined {
    if (type.text === 'FIXED') {
      const delayNs = millisecondsToNs(fixed.text);
      if (delayNs !== undefined) return { kind: 'fixed', delayNs };
      return this.#refuse(
        `A FIXED delay needs a number of milliseconds, 0 or more, not "${fixed.text}".`,
        fixed,
      );
    }
    if (type.text === 'MEASURED') {
      const value = NUMBER.test(skew.text) && skew.text !== '' ? Number(skew.text) : Number.NaN;
      if (!Number.isNaN(value)) return { kind: 'measured', skew: value };
      return this.#refuse(`A MEASURED delay needs a factor, 0 or more, not "${skew.text}".`, skew);
    }
    const hint = didYouMean(type.text, ['FIXED', 'MEASURED']) || '; write FIXED or MEASURED.';
    return this.#refuse(`"${type.text}" is not a delay type${hint}`, type);
  }
}

/**
 * Parses a delay file of rslcpp: comma-separated cells, spaces around them are padding. Topics are
 * returned in file order.
 *
 * @throws DescriptionError `ORR_DELAYS_INVALID` with every mistake of the file
 */
export function parseDelayFile(text: string, file: string): Map<string, TopicDelayLine> {
  const problems = new Problems();
  const reader = new DelayReader(problems);
  let isHeader = true;
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  lines.forEach((line, i) => {
    if (line.trim() === '') return;
    const cells = cellsOf(line, file, i + 1);
    if (isHeader) reader.header(cells);
    else reader.row(cells);
    isHeader = false;
  });
  if (isHeader) {
    const message = `The delay file is empty; its first line must be "${COLUMNS.join(', ')}".`;
    problems.add('ORR_DELAYS_INVALID', message, { file, line: 1, column: 1 });
  }
  problems.throwIfAny('ORR_DELAYS_INVALID', `The delay file ${file}`);
  return reader.delays;
}

/**
 * Reads a delay file of rslcpp: how long publications wait, by topic.
 *
 * @throws DescriptionError `ORR_DELAYS_INVALID`; OrreryError `ORR_DELAYS_UNREADABLE`,
 * `ORR_DELAY_NOT_RECORDED`
 */
export function readDelayFile(file: string): Record<string, TopicDelay> {
  let text: string;
  try {
    text = readRegularFile(file);
  } catch (cause) {
    throw new OrreryError(
      'ORR_DELAYS_UNREADABLE',
      `The delay file "${file}" cannot be read: ${whyUnreadable(cause)}.`,
      { place: { file }, cause },
    );
  }
  return topicDelaysOf(parseDelayFile(text, file), undefined, file);
}
