import {
  type Clock,
  ClockChange,
  currentWorld,
  Logging,
  type Node,
  type TimeJump,
} from '../client/index.js';
import { BufferCore } from './buffer_core.js';
import { doTransform, type Stamped } from './do_transform.js';
import { ExtrapolationException, TimeoutException } from './exceptions.js';
import {
  type DurationArgument,
  durationNanoseconds,
  inSeconds,
  type TimeArgument,
  timeNanoseconds,
} from './time_arguments.js';
import type { TransformStamped } from './transform.js';

/** A wait for a transform. */
interface Request {
  readonly target: string;
  readonly source: string;
  readonly time: bigint;
  readonly canTransform: () => boolean;
  readonly settle: (error?: Error) => void;
}

/** A {@link BufferCore} that can wait for transforms, and that is cleared when time jumps back. */
export class Buffer extends BufferCore {
  #requests: Request[] = [];
  #clock: Clock | undefined;

  /**
   * @param cacheTime - how long transforms are kept. Default: 10 s.
   * @param node - provides the clock of the buffer and offers the service `tf2_frames`. Without
   *   a node, the buffer follows the clock of its first listener's node.
   * @throws {InvalidArgumentException} if `cacheTime` is not a valid duration.
   */
  constructor(cacheTime?: DurationArgument | null, node?: Node) {
    super(cacheTime);
    if (node === undefined) return;
    this._followClock(node.getClock());
    node.createService('tf2_msgs/srv/FrameGraph', 'tf2_frames', (_request, response) => {
      response.send({ frame_yaml: this.allFramesAsYaml() });
    });
  }

  /** Called by a listener: the buffer follows the first clock. */
  _followClock(clock: Clock): void {
    if (this.#clock !== undefined) return;
    this.#clock = clock;
    const onJump = { _post_callback: (jump: TimeJump) => this.#onJump(jump) };
    clock.addClockCallback(onJump, true, 0n, -1n);
  }

  override setTransform(
    transform: TransformStamped,
    authority?: string,
    isStatic?: boolean,
  ): boolean {
    const taken = super.setTransform(transform, authority, isStatic);
    if (taken && this.#requests.length > 0) this.#answer();
    return taken;
  }

  /**
   * Settles with {@link lookupTransform} when the transform is known: at once, or later. Frames
   * need not exist yet.
   *
   * @param timeout - how long to wait, in the time of the world (virtual in a simulation). Default:
   *   forever.
   * @returns rejects with {@link TimeoutException}, and with {@link ExtrapolationException} if the
   *   time is so long ago that the transform will never be known.
   */
  waitForTransform(
    targetFrame: string,
    sourceFrame: string,
    time: TimeArgument = 0n,
    timeout?: DurationArgument,
  ): Promise<TransformStamped> {
    const at = timeNanoseconds(time);
    const canTransform = () => this.canTransform(targetFrame, sourceFrame, at);
    return this.#wait(targetFrame, sourceFrame, at, canTransform, timeout).then(() =>
      this.lookupTransform(targetFrame, sourceFrame, at),
    );
  }

  /** {@link waitForTransform} under its Python name. */
  lookupTransformAsync(
    targetFrame: string,
    sourceFrame: string,
    time: TimeArgument = 0n,
    timeout?: DurationArgument,
  ): Promise<TransformStamped> {
    return this.waitForTransform(targetFrame, sourceFrame, time, timeout);
  }

  /**
   * Settles with {@link lookupTransformFull} when the transform is known, see {@link
   * waitForTransform}.
   */
  lookupTransformFullAsync(
    targetFrame: string,
    targetTime: TimeArgument,
    sourceFrame: string,
    sourceTime: TimeArgument,
    fixedFrame: string,
    timeout?: DurationArgument,
  ): Promise<TransformStamped> {
    const [to, from] = [timeNanoseconds(targetTime), timeNanoseconds(sourceTime)];
    const canTransform = () =>
      this.canTransformFull(targetFrame, to, sourceFrame, from, fixedFrame);
    return this.#wait(targetFrame, sourceFrame, to, canTransform, timeout).then(() =>
      this.lookupTransformFull(targetFrame, to, sourceFrame, from, fixedFrame),
    );
  }

  /**
   * A message with a header, such as a `geometry_msgs/msg/PoseStamped`, in another frame at its own
   * stamp. Throws like {@link lookupTransform}.
   */
  transform<T extends Stamped>(message: T, targetFrame: string): T {
    const { stamp, frame_id } = message.header;
    return doTransform(message, this.lookupTransform(targetFrame, frame_id, stamp));
  }

  /** {@link transform} with time travel, see {@link lookupTransformFull}. */
  transformFull<T extends Stamped>(
    message: T,
    targetFrame: string,
    targetTime: TimeArgument,
    fixedFrame: string,
  ): T {
    const { stamp, frame_id } = message.header;
    return doTransform(
      message,
      this.lookupTransformFull(targetFrame, targetTime, frame_id, stamp, fixedFrame),
    );
  }

  /** Settles with {@link transform} when the transform is known, see {@link waitForTransform}. */
  async transformAsync<T extends Stamped>(
    message: T,
    targetFrame: string,
    timeout?: DurationArgument,
  ): Promise<T> {
    const { stamp, frame_id } = message.header;
    return doTransform(message, await this.waitForTransform(targetFrame, frame_id, stamp, timeout));
  }

  #wait(
    target: string,
    source: string,
    time: bigint,
    canTransform: () => boolean,
    timeout: DurationArgument | undefined,
  ): Promise<void> {
    if (canTransform()) return Promise.resolve();
    const span = timeout === undefined ? undefined : durationNanoseconds(timeout);
    return new Promise((resolve, reject) => {
      const settle = (error?: Error) => {
        alarm?.destroy();
        this.#requests = this.#requests.filter((one) => one !== request);
        if (error === undefined) resolve();
        else reject(error);
      };
      const request: Request = { target, source, time, canTransform, settle };
      const onTimeout = () => settle(timeoutException(request, span as bigint));
      const alarm =
        span === undefined ? undefined : currentWorld().schedule(Number(span), onTimeout);
      this.#requests.push(request);
      this.#giveUp(request);
    });
  }

  /** Settles all waits that can be settled, in the order of their calls. */
  #answer(): void {
    for (const request of this.#requests) {
      if (request.canTransform()) request.settle();
      else this.#giveUp(request);
    }
  }

  /** Ends waits for transforms that are older than the cache time. */
  #giveUp({ target, source, time, settle }: Request): void {
    if (time === 0n) return;
    const [to, from] = [this.tree.numberOf(target), this.tree.numberOf(source)];
    if (to === 0 || from === 0) return;
    const latest = this.tree.latestCommonTime(to, from);
    if (typeof latest !== 'bigint' || latest === 0n || time + this.cacheTime >= latest) return;
    const what = `The transform from ${source} to ${target} at ${inSeconds(time)} s`;
    const message = `${what} will never be known: the latest is from ${inSeconds(latest)} s and the buffer keeps ${inSeconds(this.cacheTime)} s; ask earlier or keep transforms longer.`;
    settle(new ExtrapolationException(message, time, latest));
  }

  #onJump({ clock_change: change, delta }: TimeJump): void {
    const isOtherSource =
      change === ClockChange.ROS_TIME_ACTIVATED || change === ClockChange.ROS_TIME_DEACTIVATED;
    if (!isOtherSource && delta >= 0n) return;
    const why = isOtherSource ? 'its clock has another source' : 'time jumped back';
    Logging.getLogger('tf2_buffer').warn(`The tf buffer is cleared: ${why}.`);
    this.clear();
  }
}

function timeoutException({ target, source, time }: Request, span: bigint): TimeoutException {
  const when = time === 0n ? '' : ` at ${inSeconds(time)} s`;
  return new TimeoutException(
    `The transform from ${source} to ${target}${when} did not come within ${inSeconds(span)} s; wait longer, or make sure that it is published.`,
  );
}
