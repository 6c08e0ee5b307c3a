import type { Node } from '../node/node.js';
import type { Response } from '../service/response.js';
import { Logging } from './logging.js';
import { LoggingSeverity } from './logging_severity.js';

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
    const get = ({ names }: { names: string[] }, response: Response) =>
      response.send({ levels: names.map((name) => ({ name, level: effectiveLevel(name) })) });
    const set = ({ levels }: { levels: { name: string; level: number }[] }, response: Response) =>
      response.send({ results: levels.map(({ name, level }) => setLevel(name, level)) });
    this.#node.createService('rcl_interfaces/srv/GetLoggerLevels', '~/get_logger_levels', get);
    this.#node.createService('rcl_interfaces/srv/SetLoggerLevels', '~/set_logger_levels', set);
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
