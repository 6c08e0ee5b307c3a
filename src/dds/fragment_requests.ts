/** The fragments that a remote reader has requested again. */
import { MAX_FRAGMENT_REQUESTS } from './limits.js';

/** Fragments of one sample, in the order in which they are sent. */
interface FragmentRequest {
  readonly sequence: number;
  readonly fragments: number[];
}

export class FragmentRequests {
  #requests: FragmentRequest[] = [];

  get isEmpty(): boolean {
    return this.#requests.length === 0;
  }

  /** The request to answer next. */
  get first(): FragmentRequest | undefined {
    return this.#requests[0];
  }

  /** Stores a request, replacing an earlier one for the same sample; false when there are too many. */
  put(sequence: number, fragments: number[]): boolean {
    this.#requests = this.#requests.filter((each) => each.sequence !== sequence);
    if (this.#requests.length >= MAX_FRAGMENT_REQUESTS) return false;
    if (fragments.length > 0) this.#requests.push({ sequence, fragments });
    return true;
  }

  /** Forgets the request that was answered. */
  shift(): void {
    this.#requests.shift();
  }

  /** Forgets requests for samples below `sequence`. */
  dropBelow(sequence: number): void {
    if (this.#requests.length === 0) return;
    this.#requests = this.#requests.filter((each) => each.sequence >= sequence);
  }
}
