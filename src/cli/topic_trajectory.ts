import { existsSync } from 'node:fs';
import { BagMessageTypes, type BagReader, openBag } from '../bag/index.js';
import { OrreryError } from '../errors/index.js';
import { readTrajectory, type StampedPose, Trajectory } from '../eval/index.js';
import { frameTrajectory } from './frame_trajectory.js';

/**
 * `<recording>:</topic>`, and with `:parent.child` two frames of a topic of transforms, as in
 * evo. A topic begins with a slash, which distinguishes it from a drive letter.
 */
const TOPIC_OF_BAG = /^(.+?):(\/[\w/]+)(?::([^:.]+)\.([^:]+))?$/;

/**
 * A trajectory from a TUM or KITTI file, or, for `recording:/topic`, from the poses of a topic, or,
 * for `recording:/tf:parent.child`, from the motion of one frame in another.
 *
 * @throws OrreryError `ORR_EVAL_TRAJECTORY_FILE`, `ORR_EVAL_TOPIC`, and those of reading a bag
 */
export async function topicTrajectory(source: string): Promise<Trajectory> {
  const match = TOPIC_OF_BAG.exec(source);
  if (match === null || existsSync(source)) return readTrajectory(source);
  const bag = await openBag(match[1]!);
  try {
    const [, , topic, parent, child] = match;
    if (parent === undefined || child === undefined) return readTopic(bag, topic!, source);
    return Trajectory.fromPoses(frameTrajectory(bag, topic!, parent, child), source);
  } finally {
    bag.close();
  }
}

function readTopic(bag: BagReader, topic: string, name: string): Trajectory {
  const found = bag.topics.find((candidate) => candidate.name === topic);
  const place = { file: bag.path, topic };
  if (found === undefined) {
    const names = bag.topics.filter(({ type }) => type in POSES).map((each) => each.name);
    const there = names.length === 0 ? 'it has no topic with poses' : `try ${names.join(', ')}`;
    throw new OrreryError('ORR_EVAL_TOPIC', `${bag.path} has no topic ${topic}; ${there}.`, {
      place,
    });
  }
  const posesOf = POSES[found.type];
  if (posesOf === undefined) {
    throw new OrreryError(
      'ORR_EVAL_TOPIC',
      `${topic} carries ${found.type}, which is not a pose; name two frames of transforms (/tf:map.base_link) or choose a topic of one of ${Object.keys(POSES).join(', ')}.`,
      { place: { ...place, type: found.type } },
    );
  }
  const type = new BagMessageTypes(bag).of(topic);
  let poses: StampedPose[] = [];
  for (const message of bag.messages({ topics: [topic] })) {
    const decoded = posesOf(type.decode(message.data) as never);
    // A path grows: its last message holds all poses of the earlier ones.
    if (found.type === PATH) poses = decoded;
    else poses.push(...decoded);
  }
  if (poses.length === 0) {
    throw new OrreryError('ORR_EVAL_TOPIC', `${topic} of ${bag.path} holds no pose.`, { place });
  }
  return Trajectory.fromPoses(poses, name);
}

interface Header {
  readonly stamp: { readonly sec: number; readonly nanosec: number };
}
type Pose = Pick<StampedPose, 'position' | 'orientation'>;

const PATH = 'nav_msgs/msg/Path';

/** Per message type, the poses in a message. */
const POSES: Readonly<Record<string, (message: never) => StampedPose[]>> = {
  'nav_msgs/msg/Odometry': (m: { header: Header; pose: { pose: Pose } }) => [
    stamped(m.header, m.pose.pose),
  ],
  'geometry_msgs/msg/PoseStamped': (m: { header: Header; pose: Pose }) => [
    stamped(m.header, m.pose),
  ],
  'geometry_msgs/msg/PoseWithCovarianceStamped': (m: { header: Header; pose: { pose: Pose } }) => [
    stamped(m.header, m.pose.pose),
  ],
  'geometry_msgs/msg/TransformStamped': (m: {
    header: Header;
    transform: { translation: Pose['position']; rotation: Pose['orientation'] };
  }) => [
    stamped(m.header, { position: m.transform.translation, orientation: m.transform.rotation }),
  ],
  [PATH]: (m: { poses: { header: Header; pose: Pose }[] }) =>
    m.poses.map(({ header, pose }) => stamped(header, pose)),
};

function stamped({ stamp }: Header, { position, orientation }: Pose): StampedPose {
  return { stamp: stamp.sec + stamp.nanosec / 1e9, position, orientation };
}
