/** The state of an MCAP file that is being written. */
export interface McapProgress {
  /** Bytes written. */
  position: number;
  /** Checksum of these bytes, which is also that of the data section when the section ends. */
  crc: number;
  chunks: number;
  /** Metadata records. */
  metadata: number;
  /** Messages in the open chunk. */
  open: number;
  messages: number;
}
