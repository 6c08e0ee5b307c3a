import { Logging } from '../client/index.js';
import { framesAsString, framesAsYaml } from './describe_frames.js';
import { InvalidArgumentException, LookupException } from './exceptions.js';
import { type Found, FrameTree } from './frame_tree.js';
import {
  type DurationArgument,
  durationNanoseconds,
  inSeconds,
  type TimeArgument,
  timeMessage,
  timeNanoseconds,
} from './time_arguments.js';
import { identity, multiply, type TransformStamped } from './transform.js';
import { transformProblem, withoutSlash } from './transform_problem.js';

const TEN_SECONDS = 10n ** 10n;

/** Frames and the transforms between them over time, as tf2's `BufferCore`. */
export class BufferCore {
  /** How long transforms are kept, in ns, counted from the latest one of the frame. */
  readonly cacheTime: bigint;
  protected readonly tree: FrameTree;
  readonly #log = Logging.getLogger('tf2_buffer');

  /**
   * @param cacheTime - how long transforms are kept. Default: 10 s.
   * @throws {InvalidArgumentException} if it is not a valid duration.
   */
  constructor(cacheTime: DurationArgument | null = TEN_SECONDS) {
    this.cacheTime = durationNanoseconds(cacheTime ?? TEN_SECONDS);
    this.tree = new FrameTree(this.cacheTime);
  }

  /**
   * Sets where `child_frame_id` is in `header.frame_id` at `header.stamp`. One leading slash of a
   * frame is removed.
   *
   * Impossible transforms are ignored and logged: a missing frame, a frame in itself, NaN, a
   * rotation whose quaternion is not of unit length, what is older than the cache time.
   *
   * @param authority - the source of the transform, for {@link allFramesAsYaml}.
   * @param isStatic - true if it is valid at all times.
   * @returns whether it was accepted.
   */
  setTransform(transform: TransformStamped, authority = 'default_authority', isStatic = false) {
    const problem = transformProblem(transform, authority);
    if (problem !== undefined) {
      this.#log.error(problem);
      return false;
    }
    const { tree } = this;
    const { translation: t, rotation: r } = transform.transform;
    const child = tree.add(withoutSlash(transform.child_frame_id));
    const stamp = timeNanoseconds(transform.header.stamp);
    const taken = tree.cacheFor(child, isStatic).insert({
      stamp,
      parent: tree.add(withoutSlash(transform.header.frame_id)),
      transform: {
        translation: { x: t.x, y: t.y, z: t.z },
        rotation: { x: r.x, y: r.y, z: r.z, w: r.w },
      },
    });
    if (taken) tree.frame(child).authority = authority;
    else {
      this.#log.warn(
        `TF_OLD_DATA: the transform of ${tree.frame(child).name} at ${inSeconds(stamp)} s from ${authority} is ignored: it is older than the buffer keeps.`,
      );
    }
    return taken;
  }

  /**
   * The transform that takes coordinates in `sourceFrame` to coordinates in `targetFrame`.
   *
   * @param time - 0 for the latest time at which it is known.
   * @throws {InvalidArgumentException} if a frame is empty or begins with a slash.
   * @throws {LookupException} if a frame does not exist.
   * @throws {ConnectivityException} if the frames are in different trees.
   * @throws {ExtrapolationException} if the time is before or after what is known.
   */
  lookupTransform(
    targetFrame: string,
    sourceFrame: string,
    time: TimeArgument = 0n,
  ): TransformStamped {
    return stamped(
      targetFrame,
      sourceFrame,
      this.#find(targetFrame, sourceFrame, timeNanoseconds(time)),
    );
  }

  /**
   * Time travel: takes coordinates in `sourceFrame` at `sourceTime` to coordinates in `targetFrame`
   * at `targetTime`, assuming that `fixedFrame` did not move in between. Throws as
   * {@link lookupTransform}.
   */
  lookupTransformFull(
    targetFrame: string,
    targetTime: TimeArgument,
    sourceFrame: string,
    sourceTime: TimeArgument,
    fixedFrame: string,
  ): TransformStamped {
    for (const frame of [targetFrame, sourceFrame, fixedFrame]) this.#numberOf(frame);
    const there = this.#find(fixedFrame, sourceFrame, timeNanoseconds(sourceTime));
    const back = this.#find(targetFrame, fixedFrame, timeNanoseconds(targetTime));
    const transform = multiply(back.transform, there.transform);
    return stamped(targetFrame, sourceFrame, { transform, time: back.time });
  }

  /** Whether {@link lookupTransform} would not throw. */
  canTransform(targetFrame: string, sourceFrame: string, time: TimeArgument = 0n): boolean {
    const at = timeNanoseconds(time);
    if (targetFrame === sourceFrame) return true;
    const target = this.tree.numberOf(targetFrame);
    const source = this.tree.numberOf(sourceFrame);
    if (target === 0 || source === 0) return false;
    return typeof this.tree.find(target, source, at) !== 'function';
  }

  /** Whether {@link lookupTransformFull} would not throw. */
  canTransformFull(
    targetFrame: string,
    targetTime: TimeArgument,
    sourceFrame: string,
    sourceTime: TimeArgument,
    fixedFrame: string,
  ): boolean {
    const frames = [targetFrame, sourceFrame, fixedFrame];
    return (
      frames.every((frame) => this.tree.numberOf(frame) !== 0) &&
      this.canTransform(targetFrame, fixedFrame, targetTime) &&
      this.canTransform(fixedFrame, sourceFrame, sourceTime)
    );
  }

  /**
   * The latest time at which the transform between two frames is known, in ns; 0 if it is static.
   * Throws as {@link lookupTransform}.
   */
  getLatestCommonTime(targetFrame: string, sourceFrame: string): bigint {
    const common = this.tree.latestCommonTime(
      this.#numberOf(targetFrame),
      this.#numberOf(sourceFrame),
    );
    if (typeof common === 'bigint') return common;
    throw common();
  }

  /** Removes all transforms except the static ones. */
  clear(): void {
    for (const { cache } of this.tree.frames) cache?.clear();
  }

  /** All frames that were ever named, in the order of their first mention. */
  getAllFrameNames(): string[] {
    return this.tree.frames.slice(1).map(({ name }) => name);
  }

  /** A line per frame and its parent. */
  allFramesAsString(): string {
    return framesAsString(this.tree);
  }

  /**
   * The frames, their parents, broadcasters and rates as a YAML document, as `view_frames` reads
   * it.
   *
   * @param currentTime - if not 0, the age of each frame's latest transform is included.
   */
  allFramesAsYaml(currentTime: TimeArgument = 0n): string {
    return framesAsYaml(this.tree, timeNanoseconds(currentTime));
  }

  #find(targetFrame: string, sourceFrame: string, time: bigint): Found {
    // As in tf2, a frame in itself is known even if the frame is not.
    if (targetFrame === sourceFrame) {
      const latest = this.tree.frame(this.tree.numberOf(targetFrame)).cache?.latest;
      return { transform: identity(), time: time === 0n ? (latest?.stamp ?? 0n) : time };
    }
    const target = this.#numberOf(targetFrame);
    const source = this.#numberOf(sourceFrame);
    const found = this.tree.find(target, source, time);
    if (typeof found === 'function') throw found();
    return found;
  }

  /** The number of a frame that exists. */
  #numberOf(frame: string): number {
    if (typeof frame !== 'string' || frame === '' || frame.startsWith('/')) {
      throw new InvalidArgumentException(
        `"${String(frame)}" cannot be the name of a frame: names are not empty and do not begin with a slash.`,
      );
    }
    const number = this.tree.numberOf(frame);
    if (number !== 0) return number;
    throw new LookupException(
      `The frame ${frame} does not exist: no transform from or to it has arrived; check its name or wait for it.`,
    );
  }
}

function stamped(target: string, source: string, { transform, time }: Found): TransformStamped {
  return {
    header: { stamp: timeMessage(time), frame_id: target },
    child_frame_id: source,
    transform,
  };
}
