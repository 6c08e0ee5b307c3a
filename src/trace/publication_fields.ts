/** What a trace says about a publication, besides its time. */
export interface PublicationFields {
  /** Number of its publisher, as in {@link SystemDescription}. */
  readonly publisher: number;
  /** Number of the publication at its publisher, from 1. */
  readonly sequence: number;
  /** Number of the callback that published it; 0: none. */
  readonly cause: number;
  /** How long that callback had been running, in ns. */
  readonly elapsed: number;
  /** The input message of that callback, and its publisher; 0: none. */
  readonly inputSequence: number;
  readonly inputPublisher: number;
  /** Number of that callback's entity in {@link SystemDescription}; 0: none. */
  readonly callback: number;
}
