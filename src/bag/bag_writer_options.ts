/** Options of {@link createBag}. */
export interface BagWriterOptions {
  /** `file` (default): one MCAP file. `directory`: a rosbag2 directory with `metadata.yaml`. */
  readonly form?: 'file' | 'directory' | undefined;
  /** Chunk compression, `zstd` by default. */
  readonly compression?: 'none' | 'lz4' | 'zstd' | undefined;
  /** zstd level, 1 (fast) by default. */
  readonly compressionLevel?: number | undefined;
  /** Uncompressed bytes of a chunk, 1 MiB by default. */
  readonly chunkBytes?: number | undefined;
  /** Starts a new split file when the current one has this many bytes (directory form). */
  readonly maxFileBytes?: number | undefined;
  /** Starts a new split file when the current one spans this many nanoseconds (directory form). */
  readonly maxFileDuration?: bigint | undefined;
  /** Write a single file under its final name from the start; never applies to a directory. */
  readonly inPlace?: boolean | undefined;
  /** Replace an existing output instead of refusing. */
  readonly overwrite?: boolean | undefined;
  /** Library string of the MCAP header. */
  readonly library?: string | undefined;
  /** `ros_distro` of the metadata, `jazzy` by default. */
  readonly rosDistro?: string | undefined;
}

/** Called with the names of the split file that ended and of the one that began. */
export type SplitListener = (closed: string, opened: string) => void;
