import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { isOutside } from '../outside.js';

/** The files that were loaded as modules; the complete list is known only when the run is over. */
export class LoadedFiles {
  readonly #files = new Set<string>();
  #unnoted = 0;
  #port: MessagePort | undefined;

  /** Files that Orrery itself loads, outside of the run, are not included. */
  note(file: string): void {
    if (this.#unnoted === 0 && !isOutside()) this.#files.add(file);
  }

  /** Loads what Orrery's own files require: it is not part of the run either. */
  unnoted<Result>(load: () => Result): Result {
    this.#unnoted++;
    try {
      return load();
    } finally {
      this.#unnoted--;
    }
  }

  /** Listens to the thread in which the hooks of ES modules run. */
  listen(port: MessagePort): void {
    port.unref();
    this.#port = port;
  }

  /** Absolute paths, sorted; each is returned by one call only. */
  take(): string[] {
    const port = this.#port;
    for (let next = port && receiveMessageOnPort(port); next; next = receiveMessageOnPort(port!)) {
      this.#files.add(next.message as string);
    }
    const files = [...this.#files].sort();
    this.#files.clear();
    return files;
  }
}
