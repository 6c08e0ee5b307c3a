/** A message on its way to the entities of one process. */
export interface StreamMessage {
  /** Bytes of CDR with encapsulation header. */
  readonly bytes: number;
  /** Delivers it to each of its receivers. */
  deliver(): void;
}

/** What one writer sends to the readers in one process of another agent. */
export interface MessageStream {
  send(message: StreamMessage): void;
  /** Whether it has ended, because one of its ends is gone. */
  readonly ended: boolean;
}
