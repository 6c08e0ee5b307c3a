import {
  ConnectivityException,
  ExtrapolationException,
  LookupException,
  type TransformException,
} from './exceptions.js';
import { type FrameCache, type Missing, StaticCache, TimeCache } from './frame_cache.js';
import { inSeconds } from './time_arguments.js';
import { identity, inverse, multiply, type Transform } from './transform.js';

/** A deeper tree counts as a loop. */
const DEPTH_LIMIT = 1000;

/** A frame: its name and, if a transform has arrived, what is known about it. */
export interface Frame {
  readonly name: string;
  cache: FrameCache | undefined;
  /** The source of its last transform. */
  authority: string | undefined;
}

/** The path from a frame up the tree. */
interface Climb {
  /** Where the path ended. */
  readonly top: number;
  /** The transform from the first frame to that one. */
  readonly transform: Transform;
  /** Why the path ended early; undefined at the root or at its intended end. */
  readonly missing?: Missing;
}

/** A transform and its time. */
export interface Found {
  readonly transform: Transform;
  readonly time: bigint;
}

/** Why there is no transform; creates the exception only on demand. */
export type Refusal = () => TransformException;

/** Frames by number. Number 0 is not a frame but the parent of the roots. */
export class FrameTree {
  readonly frames: Frame[] = [{ name: 'NO_PARENT', cache: undefined, authority: undefined }];
  readonly #numbers = new Map<string, number>();
  readonly #span: bigint;

  /** @param span - how long transforms are kept, in ns. */
  constructor(span: bigint) {
    this.#span = span;
  }

  /** The number of a frame, 0 if there is none of this name. */
  numberOf(name: string): number {
    return this.#numbers.get(name) ?? 0;
  }

  /** The number of a frame, which is created if there is none of this name. */
  add(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.frames.push({ name, cache: undefined, authority: undefined });
    this.#numbers.set(name, this.frames.length - 1);
    return this.frames.length - 1;
  }

  frame(number: number): Frame {
    return this.frames[number] as Frame;
  }

  /** The cache for transforms of the frame. A cache of the other kind is dropped. */
  cacheFor(number: number, isStatic: boolean): FrameCache {
    const frame = this.frame(number);
    if (frame.cache?.isStatic !== isStatic) {
      frame.cache = isStatic ? new StaticCache() : new TimeCache(this.#span);
    }
    return frame.cache as FrameCache;
  }

  /**
   * The transform from `source` to `target` at a time, 0 for the latest common time.
   *
   * Both paths go up to the root, as in the C++ library, so that the rounding is the same.
   */
  find(target: number, source: number, time: bigint): Found | Refusal {
    if (target === source) return { transform: identity(), time };
    if (time === 0n) {
      const common = this.latestCommonTime(target, source);
      if (typeof common !== 'bigint') return common;
      time = common;
    }
    const up = this.#climb(source, time, target, target);
    if (up === undefined) return this.#loop(source);
    if (up.top === target) return { transform: up.transform, time };
    const down = this.#climb(target, time, up.top, source);
    if (down === undefined) return this.#loop(target);
    if (down.top === source) return { transform: inverse(down.transform), time };
    if (down.top !== up.top) {
      if (down.missing) return this.#extrapolation(target, source, time, down.top, down.missing);
      if (up.missing) return this.#extrapolation(target, source, time, up.top, up.missing);
      return this.#unconnected(target, source);
    }
    return { transform: multiply(inverse(down.transform), up.transform), time };
  }

  /**
   * The latest time at which the transform between two frames is known; 0 if it is always known.
   */
  latestCommonTime(target: number, source: number): bigint | Refusal {
    if (source === target) return this.frame(source).cache?.latest?.stamp ?? 0n;
    const ofSource = this.#chain(source, target);
    if (ofSource === undefined) return this.#loop(source);
    if (ofSource.at(-1)?.parent === target) return earliest(ofSource);
    const ofTarget = this.#chain(target, source);
    if (ofTarget === undefined) return this.#loop(target);
    if (ofTarget.at(-1)?.parent === source) return earliest(ofTarget);
    const parents = new Map(ofSource.map(({ parent }, index) => [parent, index]));
    const meeting = ofTarget.findIndex(({ parent }) => parents.has(parent));
    if (meeting < 0) return this.#unconnected(target, source);
    const last = parents.get((ofTarget[meeting] as Link).parent) as number;
    return earliest([...ofTarget.slice(0, meeting + 1), ...ofSource.slice(0, last + 1)]);
  }

  /** The path from a frame to one of two ends, or as far as it is known. Undefined in a loop. */
  #climb(from: number, time: bigint, end: number, otherEnd: number): Climb | undefined {
    let transform = identity();
    let top = from;
    for (let depth = 0; top !== end && top !== otherEnd; depth++) {
      if (depth > DEPTH_LIMIT) return undefined;
      const cache = this.frame(top).cache;
      if (cache === undefined) return { top, transform };
      const entry = cache.at(time);
      if ('side' in entry) return { top, transform, missing: entry };
      transform = multiply(entry.transform, transform);
      top = entry.parent;
    }
    return { top, transform };
  }

  /** The latest steps from a frame to the root, or to `end`. Undefined in a loop. */
  #chain(from: number, end: number): Link[] | undefined {
    const links: Link[] = [];
    for (let frame = from; frame !== end; ) {
      const latest = this.frame(frame).cache?.latest;
      if (latest === undefined) break;
      links.push(latest);
      if (links.length > DEPTH_LIMIT) return undefined;
      frame = latest.parent;
    }
    return links;
  }

  #loop(from: number): Refusal {
    return () =>
      new LookupException(
        `The frames above ${this.frame(from).name} form a loop; give each frame one parent and put no frame above itself.`,
      );
  }

  #unconnected(target: number, source: number): Refusal {
    const [to, from] = [this.frame(target).name, this.frame(source).name];
    return () =>
      new ConnectivityException(
        `There is no path from ${from} to ${to}: the frames are in two unconnected trees; publish the transform that joins them.`,
      );
  }

  #extrapolation(
    target: number,
    source: number,
    time: bigint,
    at: number,
    { side, available }: Missing,
  ): Refusal {
    return () => {
      const [to, from] = [this.frame(target).name, this.frame(source).name];
      const what = `The transform from ${from} to ${to} at ${inSeconds(time)} s`;
      const frame = this.frame(at).name;
      const known = available === undefined ? '' : `${inSeconds(available)} s`;
      const messages = {
        past: `${what} would need extrapolation into the past: the earliest transform of ${frame} is from ${known}; ask for a later time or keep transforms longer.`,
        future: `${what} would need extrapolation into the future: the latest transform of ${frame} is from ${known}; wait for it or ask for time 0, the latest.`,
        elsewhere: `${what} would need extrapolation: the only transform of ${frame} is from ${known}; wait for the next or ask for time 0, the latest.`,
        empty: `${what} is not known: nothing is in the buffer for ${frame}; wait for it.`,
      };
      return new ExtrapolationException(messages[side], time, available);
    };
  }
}

interface Link {
  readonly stamp: bigint;
  readonly parent: number;
}

/** The earliest stamp of those that move; 0 if none does. */
function earliest(links: readonly Link[]): bigint {
  return links.reduce(
    (least, { stamp }) => (stamp !== 0n && (least === 0n || stamp < least) ? stamp : least),
    0n,
  );
}
