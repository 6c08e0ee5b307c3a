import type { Node } from '../node/node.js';
import type { Response } from '../service/response.js';
import { Logging } from './logging.js';
import { LoggingSeverity } from './logging_severity.js';

interface LevelsRequest {
  names: string[];
}

interface SetLevelsRequest {
  levels: { name: string; level: number }[];
}

/** The two services through which other nodes read and set logger levels. */
export class LoggingService {
  readonly #node: Node;
  #isRunning = false;

  constructor(node: Node) {
    this.#node = node;
  }

  get node(): Node {
    return this.#node;
  }

  isStarted(): boolean {
    return this.#isRunning;
  }

  /** Creates the services; harmless when repeated. */
  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    const name = this.#node.name();
    this.#node.createService(
      'rcl_interfaces/srv/GetLoggerLevels',
      `${name}/get_logger_levels`,
      (request: LevelsRequest, response: Response) =>
        this._handleGetLoggerLevels(request, response),
    );
    this.#node.createService(
      'rcl_interfaces/srv/SetLoggerLevels',
      `${name}/set_logger_levels`,
      (request: SetLevelsRequest, response: Response) =>
        this._handleSetLoggerLevels(request, response),
    );
  }

  /** Answers with the effective levels of loggers. */
  _handleGetLoggerLevels({ names }: LevelsRequest, response: Response): void {
    response.send({ levels: names.map((name) => ({ name, level: effectiveLevel(name) })) });
  }

  /** Sets levels; answers, for each, whether that was possible. */
  _handleSetLoggerLevels({ levels }: SetLevelsRequest, response: Response): void {
    response.send({ results: levels.map(({ name, level }) => setLevel(name, level)) });
  }
}

function effectiveLevel(name: string): number {
  try {
    return Logging.getLogger(name).loggerEffectiveLevel;
  } catch {
    return LoggingSeverity.UNSET;
  }
}

function setLevel(name: string, level: number): { successful: boolean; reason: string } {
  try {
    Logging.getLogger(name).setLoggerLevel(level);
    return { successful: true, reason: '' };
  } catch (error) {
    return { successful: false, reason: (error as Error).message };
  }
}
