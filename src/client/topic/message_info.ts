/** The middleware's information about a received message, from the graph. */
export interface RawMessageInfo {
  source_timestamp: bigint;
  received_timestamp: bigint;
  publication_sequence_number: bigint;
  reception_sequence_number: bigint;
  publisher_gid: Buffer;
}

/** The fields of a {@link MessageInfo}. */
export interface MessageInfoFields {
  sourceTimestamp: bigint;
  receivedTimestamp: bigint;
  publicationSequenceNumber: bigint;
  receptionSequenceNumber: bigint;
  publisherGid: Buffer;
}

/** Where a received message came from and when; second argument of a subscription's callback. */
export class MessageInfo implements MessageInfoFields {
  /** When it was published, nanoseconds since the epoch. */
  sourceTimestamp: bigint;
  /** When it arrived, nanoseconds since the epoch. */
  receivedTimestamp: bigint;
  /** Counts the publisher's messages. */
  publicationSequenceNumber: bigint;
  /** Counts the subscription's messages. */
  receptionSequenceNumber: bigint;
  /** Globally unique id of the publisher. */
  publisherGid: Buffer;

  constructor(rawInfo: RawMessageInfo) {
    this.sourceTimestamp = rawInfo.source_timestamp;
    this.receivedTimestamp = rawInfo.received_timestamp;
    this.publicationSequenceNumber = rawInfo.publication_sequence_number;
    this.receptionSequenceNumber = rawInfo.reception_sequence_number;
    this.publisherGid = rawInfo.publisher_gid;
  }

  toPlainObject(): MessageInfoFields {
    return { ...this };
  }
}
