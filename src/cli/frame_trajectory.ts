import { BagMessageTypes, type BagReader } from '../bag/index.js';
import { OrreryError } from '../errors/index.js';
import type { StampedPose } from '../eval/index.js';
import { BufferCore, TransformException, type TransformStamped } from '../tf2/index.js';

const TF_MESSAGE = 'tf2_msgs/msg/TFMessage';

/** Longer than any recording, so nothing is dropped. */
const FOREVER = 10n ** 18n;

/**
 * The poses of frame `child` in frame `parent`, from the transforms of a recording's `/tf` and
 * `/tf_static`: one pose per stamp of the moving frame nearest to `child`, where all other frames on the
 * way are known.
 *
 * @throws OrreryError `ORR_EVAL_TOPIC`
 */
export function frameTrajectory(
  bag: BagReader,
  topic: string,
  parent: string,
  child: string,
): StampedPose[] {
  const buffer = new BufferCore(FOREVER);
  const parents = new Map<string, string>();
  const stamps = new Map<string, Set<bigint>>();
  for (const transform of transformsOf(bag, `${topic}_static`)) {
    buffer.setTransform(transform, bag.path, true);
    parents.set(transform.child_frame_id, transform.header.frame_id);
  }
  for (const transform of transformsOf(bag, topic)) {
    const { header, child_frame_id: frame } = transform;
    if (!buffer.setTransform(transform, bag.path)) continue;
    parents.set(frame, header.frame_id);
    if (!stamps.has(frame)) stamps.set(frame, new Set());
    stamps.get(frame)!.add(nanoseconds(header.stamp));
  }
  const place = { file: bag.path, topic };
  // The first lookup reports what is wrong with the frames, in tf2's words.
  explain(() => buffer.getLatestCommonTime(parent, child), place);
  const moving = nearestOf(stamps, parents, child) ?? nearestOf(stamps, parents, parent) ?? [];
  const inOrder = [...moving].sort((a, b) => (a < b ? -1 : 1));
  const poses = inOrder.flatMap((stamp) => poseAt(buffer, parent, child, stamp));
  if (poses.length > 0) return poses;
  throw new OrreryError(
    'ORR_EVAL_TOPIC',
    `${child} never moves in ${parent} in ${topic} of ${bag.path}.`,
    { place },
  );
}

function* transformsOf(bag: BagReader, topic: string): Generator<TransformStamped> {
  if (bag.topics.find(({ name }) => name === topic)?.type !== TF_MESSAGE) return;
  const type = new BagMessageTypes(bag).of(topic);
  for (const message of bag.messages({ topics: [topic] })) {
    yield* type.decode(message.data).transforms as TransformStamped[];
  }
}

/** Stamps of the first moving frame on the way from `frame` to the root. */
function nearestOf(
  stamps: ReadonlyMap<string, Set<bigint>>,
  parents: ReadonlyMap<string, string>,
  frame: string,
): Set<bigint> | undefined {
  const seen = new Set<string>();
  for (let at: string | undefined = frame; at !== undefined; at = parents.get(at)) {
    if (stamps.has(at) || seen.has(at)) return stamps.get(at);
    seen.add(at);
  }
  return undefined;
}

function poseAt(buffer: BufferCore, parent: string, child: string, stamp: bigint): StampedPose[] {
  // tf2 reads zero as the latest time.
  if (stamp === 0n || !buffer.canTransform(parent, child, stamp)) return [];
  const { translation, rotation } = buffer.lookupTransform(parent, child, stamp).transform;
  return [{ stamp: Number(stamp) / 1e9, position: translation, orientation: rotation }];
}

function explain(lookup: () => unknown, place: { file: string; topic: string }): void {
  try {
    lookup();
  } catch (error) {
    if (!(error instanceof TransformException)) throw error;
    throw new OrreryError('ORR_EVAL_TOPIC', `${error.message} (${place.file})`, { place });
  }
}

function nanoseconds({ sec, nanosec }: { sec: number; nanosec: number }): bigint {
  return BigInt(sec) * 1_000_000_000n + BigInt(nanosec);
}
