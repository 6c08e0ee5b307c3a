/** Rate, size and age of messages: what `hz`, `bw` and `delay` print. */

/** Measures the messages of a topic; times are in seconds. */
export interface Meter {
  /**
   * @param received - when the message arrived
   * @param bytes - size of the message in bytes
   * @param stamp - stamp of its header, if it has a header
   */
  note(received: number, bytes: number, stamp: number | undefined): void;
  /** What was measured up to `now`; undefined if there is nothing new. */
  report(now: number): Measured | undefined;
}

/** What a meter measured of a topic. */
export interface Measured {
  /** The text for this topic on its own. */
  readonly text: string;
  /** The cells of its row in a table of several topics, by column title; undefined: it has no row. */
  readonly cells: Readonly<Record<string, string>> | undefined;
}

/** The last values of a series. */
class Window {
  readonly values: number[] = [];

  constructor(readonly size: number) {}

  push(value: number): void {
    this.values.push(value);
    if (this.values.length > this.size) this.values.shift();
  }

  get mean(): number {
    return this.values.reduce((sum, value) => sum + value, 0) / this.values.length;
  }

  /** Standard deviation of the whole population, as in ROS 2. */
  get deviation(): number {
    const { mean, values } = this;
    return Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / values.length);
  }

  get min(): number {
    return this.values.reduce((least, value) => Math.min(least, value));
  }

  get max(): number {
    return this.values.reduce((most, value) => Math.max(most, value));
  }
}

/** The columns that `hz` and `delay` share. */
function spread({ min, max, deviation, values }: Window): Measured {
  const window = String(values.length);
  const [least, most, std] = [min.toFixed(3), max.toFixed(3), deviation.toFixed(5)];
  return {
    text: `\tmin: ${least}s max: ${most}s std dev: ${std}s window: ${window}\n`,
    cells: { min_delta: least, max_delta: most, std_dev: std, window },
  };
}

export class RateMeter implements Meter {
  readonly #periods: Window;
  #last: number | undefined;
  #isNew = false;

  constructor(window = 10_000) {
    this.#periods = new Window(window);
  }

  note(received: number): void {
    if (this.#last !== undefined) this.#periods.push(received - this.#last);
    this.#last = received;
    this.#isNew = true;
  }

  report(): Measured | undefined {
    const periods = this.#periods;
    if (!this.#isNew || periods.values.length === 0) return undefined;
    this.#isNew = false;
    const { text, cells } = spread(periods);
    // Messages with equal times, which a bag may hold, have no rate.
    const rate = (periods.mean > 0 ? 1 / periods.mean : 0).toFixed(3);
    return { text: `average rate: ${rate}\n${text}`, cells: { rate, ...cells } };
  }
}

export class BandwidthMeter implements Meter {
  readonly #sizes: Window;
  readonly #times: Window;

  constructor(window = 100) {
    this.#sizes = new Window(window);
    this.#times = new Window(window);
  }

  note(received: number, bytes: number): void {
    this.#sizes.push(bytes);
    this.#times.push(received);
  }

  report(now: number): Measured | undefined {
    const sizes = this.#sizes;
    const count = sizes.values.length;
    const duration = now - (this.#times.values[0] ?? now);
    // Without new messages the bandwidth falls, as in ROS 2.
    if (count < 2 || duration <= 0) return undefined;
    const perSecond = (sizes.mean * count) / duration;
    // All sizes in one unit, as in ROS 2, so that they can be compared at a glance.
    const inUnit = (bytes: number) => sizeText(bytes, perSecond);
    const bandwidth = `${inUnit(perSecond)}/s`;
    const [mean, min, max] = [inUnit(sizes.mean), inUnit(sizes.min), inUnit(sizes.max)];
    return {
      text: `${bandwidth} from ${count} messages\n\tMessage size mean: ${mean} min: ${min} max: ${max}\n`,
      cells: { bandwidth, window: String(count), mean, min, max },
    };
  }
}

export class DelayMeter implements Meter {
  readonly #delays: Window;
  #isNew = false;

  constructor(window = 10_000) {
    this.#delays = new Window(window);
  }

  note(received: number, _bytes: number, stamp: number | undefined): void {
    if (stamp === undefined) return;
    this.#delays.push(received - stamp);
    this.#isNew = true;
  }

  report(): Measured | undefined {
    if (this.#delays.values.length === 0) return undefined;
    if (!this.#isNew) return { text: 'no new messages\n', cells: undefined };
    this.#isNew = false;
    const { text, cells } = spread(this.#delays);
    const delay = this.#delays.mean.toFixed(3);
    return { text: `average delay: ${delay}\n${text}`, cells: { delay, ...cells } };
  }
}

function sizeText(bytes: number, scale: number): string {
  if (scale < 1000) return `${bytes.toFixed(0)} B`;
  if (scale < 1e6) return `${(bytes / 1e3).toFixed(2)} KB`;
  return `${(bytes / 1e6).toFixed(2)} MB`;
}

/** The measurements of several topics in ROS 2's layout; undefined if there is nothing new. */
export function measuredTable(
  rows: readonly (readonly [topic: string, measured: Measured | undefined])[],
): string | undefined {
  const lines = rows.flatMap(([topic, measured]) =>
    measured?.cells === undefined ? [] : [{ topic, ...measured.cells }],
  );
  if (lines.length === 0) return undefined;
  const titles = Object.keys(lines[0]!);
  const widths = titles.map((title) =>
    Math.max(title.length, ...lines.map((line) => (line as Record<string, string>)[title]!.length)),
  );
  const head = titles.map((title, i) => centred(title, widths[i]!)).join('   ');
  const body = lines.map((line) =>
    Object.values(line)
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('   '),
  );
  return `${head}\n${'='.repeat(head.length)}\n${body.join('\n')}\n\n`;
}

/** Centres a string as Python does: if an odd space remains and the width is odd, it goes to the left. */
function centred(text: string, width: number): string {
  const space = width - text.length;
  const left = Math.floor(space / 2) + (space & width & 1);
  return text.padStart(text.length + left).padEnd(width);
}
