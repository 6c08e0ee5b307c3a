/** What the encoding of a `sensor_msgs/msg/Image` says of its bytes. */

/** Encodings of `sensor_msgs/image_encodings.hpp` whose pixels are integers: many look like NaN. */
const INTEGER_PIXELS =
  /^(mono(8|16)|(rgb|bgr)a?(8|16)|(8|16|32)[US]C\d*|bayer_[rgb]{4}(8|16)|yuv422(_yuy2)?|uyvy|yuyv|nv(21|24)|abgr8)$/;

/** The pixels of an encoding. */
export interface Pixels {
  readonly encoding: string;
  readonly areIntegers: boolean;
  /** Bytes of the floats that they consist of; 0 if they do not. */
  readonly floatBytes: number;
}

/** Those of the last image: the expressions take longer than everything else about an image that is handed over. */
let last: Pixels = { encoding: '', areIntegers: false, floatBytes: 0 };

/** What is known of the pixels of an encoding; nothing, if neither applies. */
export function pixelsOf(encoding: string): Pixels {
  if (encoding === last.encoding) return last;
  const bits = /^(32|64)FC\d*$/.exec(encoding)?.[1] ?? '0';
  const areIntegers = INTEGER_PIXELS.test(encoding);
  last = { encoding, areIntegers, floatBytes: Number(bits) / 8 };
  return last;
}
