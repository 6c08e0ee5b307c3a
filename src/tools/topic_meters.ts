/** Rate, size and age of messages: what `hz`, `bw` and `delay` print. */

/** Measures the messages of a topic; times are in seconds. */
export interface Meter {
  /**
   * @param received - when the message arrived
   * @param bytes - size of the message
   * @param stamp - stamp of its header, if it has one
   */
  note(received: number, bytes: number, stamp: number | undefined): void;
  /** The text to print now; undefined if there is none. */
  report(now: number): string | undefined;
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

export class RateMeter implements Meter {
  readonly #periods: Window;
  #last: number | undefined;
  #isNew = false;

  constructor(window = 10_000) {
    this.#periods = new Window(Math.max(1, window - 1));
  }

  note(received: number): void {
    if (this.#last !== undefined) this.#periods.push(received - this.#last);
    this.#last = received;
    this.#isNew = true;
  }

  report(): string | undefined {
    const periods = this.#periods;
    if (!this.#isNew || periods.values.length === 0) return undefined;
    this.#isNew = false;
    const { mean, min, max, deviation, values } = periods;
    return (
      `average rate: ${(1 / mean).toFixed(3)}\n\tmin: ${min.toFixed(3)}s max: ${max.toFixed(3)}s ` +
      `std dev: ${deviation.toFixed(5)}s window: ${values.length + 1}\n`
    );
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

  report(now: number): string | undefined {
    const sizes = this.#sizes;
    const count = sizes.values.length;
    const duration = now - (this.#times.values[0] ?? now);
    if (count < 2 || duration <= 0) return undefined;
    const perSecond = (sizes.mean * count) / duration;
    return (
      `${sizeText(perSecond)}/s from ${count} messages\n` +
      `\tMessage size mean: ${sizeText(sizes.mean)} min: ${sizeText(sizes.min)} max: ${sizeText(sizes.max)}\n`
    );
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

  report(): string | undefined {
    if (!this.#isNew) return undefined;
    this.#isNew = false;
    const { mean, min, max, deviation, values } = this.#delays;
    return (
      `average delay: ${mean.toFixed(3)}\n\tmin: ${min.toFixed(3)}s max: ${max.toFixed(3)}s ` +
      `std dev: ${deviation.toFixed(5)}s window: ${values.length}\n`
    );
  }
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes.toFixed(0)} B`;
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(2)} KB`;
  return `${(bytes / 1e6).toFixed(2)} MB`;
}
