/** A recorded frame of ROS-NetSim and its content. Bytes are hexadecimal. */
export interface FrameVector {
  readonly name: string;
  readonly link: string;
  readonly frame: string;
  readonly length: number;
  readonly message: string;
  readonly gzip?: string;
  readonly protobuf?: string;
  readonly decoded?: Readonly<Record<string, unknown>>;
  readonly channel_data?: {
    readonly protobuf: string;
    readonly decoded: Readonly<Record<string, unknown>>;
  } | null;
  readonly json_text?: string;
}

/** The other kind of vector file: how packets are changed. */
export interface BehaviourVectors {
  readonly ber_flips: readonly {
    readonly geometric_draws: readonly number[];
    readonly input: string;
    readonly result: string | null;
  }[];
  readonly ipv4_checksum: readonly { readonly bytes: string; readonly checksum: string }[];
  readonly broadcast_rewrite: readonly {
    readonly rx_ip: string;
    readonly before: string;
    readonly after: string;
  }[];
}

/** The frames of a file: JSON with a list `vectors`, or one frame per line. */
export function readFrameVectors(text: string, file: string): readonly FrameVector[] {
  if (file.endsWith('.jsonl')) {
    return text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line) as FrameVector);
  }
  return (JSON.parse(text) as { readonly vectors: readonly FrameVector[] }).vectors;
}
