import { LoggingSeverity, severityName } from './logging_severity.js';

/**
 * The lowest severities that loggers print. A logger without a level uses that of its
 * nearest ancestor (`a.b` is the parent of `a.b.c`), or else the default.
 */
export class LoggerLevels {
  #default: number = LoggingSeverity.INFO;
  readonly #levels = new Map<string, number>();

  /**
   * The level set for this very logger; `UNSET` if there is none. The empty name is the default.
   */
  get(name: string): number {
    if (name === '') return this.#default;
    return this.#levels.get(name) ?? LoggingSeverity.UNSET;
  }

  /**
   * Sets, or with `UNSET` removes, the level of a logger. The empty name is the default.
   *
   * @throws {Error} if no severity has this number.
   */
  set(name: string, level: number): void {
    if (severityName(level) === undefined) {
      throw new Error(`Unable to determine severity_string for severity ${level}`);
    }
    if (name === '') {
      this.#default = level === LoggingSeverity.UNSET ? LoggingSeverity.INFO : level;
    } else if (level === LoggingSeverity.UNSET) {
      this.#levels.delete(name);
    } else {
      this.#levels.set(name, level);
    }
  }

  /** The effective level of a logger: its own, else its nearest ancestor's, else the default. */
  effective(name: string): number {
    for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1)) {
      const level = this.#levels.get(name.slice(0, end));
      if (level !== undefined) return level;
    }
    return this.#default;
  }

  /** Whether to print a message of this severity. */
  isEnabledFor(name: string, severity: number): boolean {
    return severity >= this.effective(name);
  }
}
