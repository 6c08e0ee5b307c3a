import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { isOutside } from '../outside.js';

/** The files that were loaded as modules; the complete list is known only when the run is over. */
export class LoadedFiles {
  readonly #files = new Set<string>();
  #port: MessagePort | undefined;

  /** Files that Orrery itself loads, outside of the run, are not included. */
  note(file: string): void {
    if (!isOutside()) this.#files.add(file);
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
