import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { isOutside } from '../outside.js';
import { seesBits, setSources } from '../patch_float_writes.js';
import { real } from '../real.js';
import { ATTRIBUTES, asksForAttributes, asksForUnlisted, UNLISTED } from './asks_for_attributes.js';

// Captured at load time: user code gets a version whose use is reported.
const receive = receiveMessageOnPort;

/** What files ask for by which programs may change more than others do. */
export interface Asked {
  /** One of Node's modules. */
  readonly modules: boolean;
  /** Functions that change the attributes of properties. */
  readonly attributes: boolean;
  /** What adds properties that `Object.keys` does not list; so do the functions that change attributes. */
  readonly unlisted: boolean;
}

/** The files that were loaded as modules; the complete list is known only when the run is over. */
export class LoadedFiles {
  readonly #files = new Set<string>();
  /** Files whose text has not been checked yet. */
  readonly #unread = new Set<string>();
  #seeBits = false;
  #asksForNode = false;
  #asksForAttributes = false;
  #asksForUnlisted = false;
  #unnoted = 0;
  #port: MessagePort | undefined;

  constructor() {
    setSources(() => this.seeBits());
  }

  /** Files that Orrery itself loads, outside of the run, are not included. */
  note(file: string): void {
    if (this.#unnoted === 0 && !isOutside()) this.#add(file);
  }

  /** Records what the text of a file asks for. */
  noteText(text: string): void {
    if (this.#unnoted > 0 || isOutside()) return;
    this.#asksForAttributes ||= asksForAttributes(text);
    this.#asksForUnlisted ||= asksForUnlisted(text);
  }

  /** Records that one of Node's modules is requested. */
  noteBuiltin(): void {
    if (this.#unnoted === 0 && !isOutside()) this.#asksForNode = true;
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

  /** Whether one of the files that the run has loaded may see the bits of a NaN. */
  seeBits(): boolean {
    this.#receive();
    for (const file of this.#unread) {
      if (!this.#seeBits) this.#seeBits = seesBits(textOf(file));
      this.#unread.delete(file);
    }
    return this.#seeBits;
  }

  /**
   * Ends the run.
   *
   * @returns what its files asked for
   */
  forget(): Asked {
    this.#receive();
    const asked = {
      modules: this.#asksForNode,
      attributes: this.#asksForAttributes,
      unlisted: this.#asksForUnlisted,
    };
    this.#asksForNode = false;
    this.#asksForAttributes = false;
    this.#asksForUnlisted = false;
    this.#files.clear();
    this.#unread.clear();
    this.#seeBits = false;
    return asked;
  }

  #add(file: string): void {
    this.#files.add(file);
    this.#unread.add(file);
  }

  #receive(): void {
    const port = this.#port;
    for (let next = port && receive(port); next; next = receive(port!)) {
      this.hear(next.message as string);
    }
  }

  /** The hooks of ES modules have read a file, found one of Node's modules, {@link ATTRIBUTES} or {@link UNLISTED}. */
  hear(loaded: string): void {
    if (loaded === ATTRIBUTES) this.#asksForAttributes = true;
    else if (loaded === UNLISTED) this.#asksForUnlisted = true;
    else if (loaded.startsWith('node:')) this.#asksForNode = true;
    else this.#add(loaded);
  }

  /** Absolute paths, sorted; each is returned by one call only. */
  take(): string[] {
    this.#receive();
    const files = [...this.#files].sort();
    this.#files.clear();
    return files;
  }
}

/** The text of a file; a deleted file may have contained anything. */
function textOf(file: string): string {
  try {
    return real.fs.readFileSync(file, 'utf8');
  } catch {
    return 'Float32Array';
  }
}
