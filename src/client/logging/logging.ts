import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printableLog } from '../../errors/index.js';
import { Context } from '../context.js';
import { TypeValidationError } from '../errors/index.js';
import { Time } from '../time/time.js';
import { perGraph } from '../world/per_graph.js';
import { currentWorld } from '../world/world.js';
import { callerOf } from './caller.js';
import { LoggerLevels } from './logger_levels.js';
import { LoggingSeverity, severityName } from './logging_severity.js';
import { rosoutOf } from './rosout.js';

/** The settings of the loggers of a world. */
const settingsOf = perGraph(() => ({ levels: new LoggerLevels(), stdout: true }));

const settings = () => settingsOf(currentWorld().graph);
const rosout = () => rosoutOf(currentWorld().graph);

export declare namespace Logging {
  /** A value of `logger.LoggingSeverity`. */
  export type LoggingSeverity = number;
}

/** Logs under a name: to the console and, if it belongs to a node, to `/rosout`. */
export class Logging {
  static readonly LoggingSeverity = LoggingSeverity;
  readonly _name: string;
  _parentName: string | null = null;

  /** Use {@link Logging.getLogger}. */
  constructor(name: string) {
    this._name = name;
  }

  /** The logger with this name. Throws `TypeValidationError` unless that is a string. */
  static getLogger(name: string): Logging {
    if (typeof name !== 'string') {
      throw new TypeValidationError('name', name, 'string', { entityType: 'logger' });
    }
    return new Logging(name);
  }

  /** Applies the log levels and switches of the context's command line. */
  static configure(context: Context): void {
    if (!(context instanceof Context)) {
      throw new TypeValidationError('context', context, 'Context');
    }
    const { logLevels, stdoutLogs } = context.rosArguments;
    const { levels } = settings();
    for (const { logger, level } of logLevels) levels.set(logger ?? '', level);
    settings().stdout = stdoutLogs;
  }

  /** Reverts `configure`: records go to the console again. */
  static shutdown(): void {
    settings().stdout = true;
  }

  /** The directory of log files; the simulation writes none. */
  static getLoggingDirectory(): string {
    const { ROS_LOG_DIR, ROS_HOME, HOME } = process.env;
    if (ROS_LOG_DIR) return ROS_LOG_DIR;
    return join(ROS_HOME || join(HOME ?? tmpdir(), '.ros'), 'log');
  }

  /** Values for {@link Logging.setLoggerLevel}. */
  get LoggingSeverity(): typeof LoggingSeverity {
    return LoggingSeverity;
  }

  get name(): string {
    return this._name;
  }

  /**
   * From now on, logs only messages of at least this severity; `UNSET` uses the level of the parent
   * logger.
   *
   * @throws {TypeValidationError} unless it is a number.
   * @throws {Error} if no severity has this number.
   */
  setLoggerLevel(level: number): void {
    if (typeof level !== 'number') {
      throw new TypeValidationError('level', level, 'number', this.#about);
    }
    settings().levels.set(this._name, level);
  }

  /** The effective level: its own, its nearest ancestor's or the default. */
  get loggerEffectiveLevel(): number {
    return settings().levels.effective(this._name);
  }

  /** Logs a message; returns whether the level let it pass. The other severities do the same. */
  debug(message: string): boolean {
    return this.#log(message, LoggingSeverity.DEBUG, this.debug);
  }

  info(message: string): boolean {
    return this.#log(message, LoggingSeverity.INFO, this.info);
  }

  warn(message: string): boolean {
    return this.#log(message, LoggingSeverity.WARN, this.warn);
  }

  error(message: string): boolean {
    return this.#log(message, LoggingSeverity.ERROR, this.error);
  }

  fatal(message: string): boolean {
    return this.#log(message, LoggingSeverity.FATAL, this.fatal);
  }

  /** The logger `<this>.<name>`; its messages also go to `/rosout` if those of this one do. */
  getChild(name: string): Logging {
    if (typeof name !== 'string' || !name) {
      throw new Error('Child logger name must be a non-empty string.');
    }
    const child = new Logging(this._name ? `${this._name}.${name}` : name);
    if (this._name && rosout().addChild(this._name, child._name)) child._parentName = this._name;
    return child;
  }

  /** A child logger's records no longer go to `/rosout`. */
  destroy(): void {
    if (this._parentName === null) return;
    rosout().removeChild(this._name);
    this._parentName = null;
  }

  get #about(): { entityType: string; entityName: string } {
    return { entityType: 'logger', entityName: this._name };
  }

  #log(message: string, level: number, callee: (message: string) => boolean): boolean {
    if (typeof message !== 'string') {
      throw new TypeValidationError('message', message, 'string', this.#about);
    }
    const { graph } = currentWorld();
    const { levels, stdout } = settingsOf(graph);
    if (!levels.isEnabledFor(this._name, level)) return false;
    const stamp = new Time(0n, graph.time).toMsg();
    const caller = callerOf(callee);
    if (stdout) print(level, stamp, this._name, message);
    rosoutOf(graph).publish({
      stamp,
      level,
      name: this._name,
      msg: message,
      file: caller.fileName,
      function: caller.functionName,
      line: caller.lineNumber,
    });
    return true;
  }
}

/** Prints a record in the form of ROS 2's console; every severity goes to standard error. */
function print(
  level: number,
  stamp: { sec: number; nanosec: number },
  name: string,
  message: string,
): void {
  const seconds = `${stamp.sec}.${String(stamp.nanosec).padStart(9, '0')}`;
  const line = `[${severityName(level)}] [${seconds}] [${name}]: ${message}\n`;
  process.stderr.write(printableLog(line));
}
