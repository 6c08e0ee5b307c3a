import { type MessageType, TypeRegistry } from '../../interfaces/index.js';
import { type BagWriter, createBag } from '../bag_writer.js';
import { checkOptions } from '../check_options.js';
import { DEFAULT_QOS_PROFILE, type RecordedQosProfile } from '../recorded_qos_profile.js';
import { type KittiPaths, readKittiSequence, readScan, type Transform } from './kitti_sequence.js';
import { type ProgressCallback, ProgressCounter } from './progress.js';
import { compose, invert, quaternionOf } from './quaternion.js';
import { outputForm, type RewriteOptions, type RewriteResult } from './rewrite_bags.js';

/** Options of {@link importKitti}. */
export interface KittiOptions extends KittiPaths, RewriteOptions {
  /**
   * Nanoseconds since the epoch that are added to the times of the sequence, which start at zero.
   * Default 2011-09-30 00:00:00 UTC, one of the days on which KITTI was recorded.
   */
  readonly startTime?: bigint | undefined;
  /** Use only the first scans. */
  readonly limit?: number | undefined;
  readonly progress?: ProgressCallback | undefined;
  readonly registry?: TypeRegistry | undefined;
}

export const KITTI_TOPICS = {
  pointCloud: '/kitti/velo/pointcloud',
  groundTruth: '/kitti/ground_truth/odom',
  tf: '/tf',
  tfStatic: '/tf_static',
} as const;

const KITTI_START_TIME = 1_317_340_800_000_000_000n;
const FLOAT32 = 7;
const IDENTITY: Transform = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
const FRAMES = { map: 'map', base: 'base_link', velodyne: 'velo_link', camera: 'camera_gray_left' };
const QOS: Record<string, RecordedQosProfile> = {
  [KITTI_TOPICS.tf]: { ...DEFAULT_QOS_PROFILE, depth: 100 },
  [KITTI_TOPICS.tfStatic]: { ...DEFAULT_QOS_PROFILE, depth: 1, durability: 'transient_local' },
};

function stampOf(time: bigint): { sec: number; nanosec: number } {
  return { sec: Number(time / 1_000_000_000n), nanosec: Number(time % 1_000_000_000n) };
}

function poseParts(t: Transform) {
  return { translation: { x: t[3]!, y: t[7]!, z: t[11]! }, rotation: quaternionOf(t) };
}

function transformStamped(time: bigint, parent: string, child: string, t: Transform): object {
  return {
    header: { stamp: stampOf(time), frame_id: parent },
    child_frame_id: child,
    transform: poseParts(t),
  };
}

function pointCloud(time: bigint, data: Uint8Array): object {
  // The names of kitti2bag: its users select the reflectance as 'i'.
  const fields = ['x', 'y', 'z', 'i'].map((name, index) => {
    return { name, offset: 4 * index, datatype: FLOAT32, count: 1 };
  });
  const points = data.length / 16;
  return {
    header: { stamp: stampOf(time), frame_id: FRAMES.velodyne },
    height: 1,
    width: points,
    fields,
    is_bigendian: false,
    point_step: 16,
    row_step: data.length,
    data,
    is_dense: isDense(data),
  };
}

function isDense(data: Uint8Array): boolean {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  for (let at = 0; at < data.length; at += 4) {
    if (!Number.isFinite(view.getFloat32(at, true))) return false;
  }
  return true;
}

function odometry(time: bigint, pose: Transform): object {
  const { translation, rotation } = poseParts(pose);
  return {
    header: { stamp: stampOf(time), frame_id: FRAMES.map },
    child_frame_id: FRAMES.base,
    pose: { pose: { position: translation, orientation: rotation } },
  };
}

/** Encodes messages into topics that are added when first used. */
class KittiWriter {
  readonly #writer: BagWriter;
  readonly #registry: TypeRegistry;
  readonly #topics = new Map<string, { id: number; type: MessageType; count: number }>();

  constructor(writer: BagWriter, registry: TypeRegistry) {
    this.#writer = writer;
    this.#registry = registry;
  }

  get topics(): string[] {
    return [...this.#topics.keys()];
  }

  write(name: string, typeName: string, time: bigint, message: object): void {
    let topic = this.#topics.get(name);
    if (topic === undefined) {
      const type = this.#registry.message(typeName);
      const id = this.#writer.addTopic({
        name,
        type: type.name,
        typeHash: type.hash,
        schema: type.schemaText,
        offeredQosProfiles: [QOS[name] ?? DEFAULT_QOS_PROFILE],
      });
      topic = { id, type, count: 0 };
      this.#topics.set(name, topic);
    }
    const bytes = topic.type.encode(topic.type.normalize(message));
    this.#writer.write(topic.id, time, time, topic.count++, bytes);
  }
}

/**
 * Turns a sequence of the KITTI odometry benchmark into a bag.
 *
 * `/kitti/velo/pointcloud` (`sensor_msgs/msg/PointCloud2`, frame `velo_link`, fields x y z i) has
 * one message per scan. `/tf_static`: `base_link` → `velo_link` (identity: the benchmark does not
 * say where on the car the sensor is) and `velo_link` → `camera_gray_left` from `Tr`. With poses
 * and `Tr`: `/kitti/ground_truth/odom` (`nav_msgs/msg/Odometry`, `map` → `base_link`, twist 0) and
 * the same on `/tf`, both as poses of the velodyne in the frame of its first pose:
 * Tr⁻¹ · P · Tr for the camera pose P. All stamps of a scan are its line of `times.txt`.
 *
 * @param directory - e.g. `dataset/sequences/00`, or a folder with `.bin` files
 * @throws OrreryError `ORR_KITTI_INPUT` with file and line, `ORR_OUTPUT_…`
 */
export async function importKitti(
  directory: string,
  output: string,
  options: KittiOptions = {},
): Promise<RewriteResult> {
  checkOptions(options, 'importKitti()', 'kitti');
  const { velodyne, times, poses, calib, startTime, limit, progress, registry, ...rest } = options;
  const sequence = readKittiSequence(directory, { velodyne, times, poses, calib });
  const scans = sequence.scans.slice(0, limit);
  const toCamera = sequence.velodyneToCamera;
  const toVelodyne = toCamera === undefined ? undefined : invert(toCamera);
  const writer = await createBag(output, { form: outputForm(output), ...rest });
  try {
    const kitti = new KittiWriter(writer, registry ?? new TypeRegistry());
    const counter = new ProgressCounter(scans.length, progress);
    const timeOf = (index: number) => (startTime ?? KITTI_START_TIME) + sequence.times[index]!;
    const first = timeOf(0);
    const transforms = [transformStamped(first, FRAMES.base, FRAMES.velodyne, IDENTITY)];
    if (toVelodyne !== undefined) {
      transforms.push(transformStamped(first, FRAMES.velodyne, FRAMES.camera, toVelodyne));
    }
    kitti.write(KITTI_TOPICS.tfStatic, 'tf2_msgs/msg/TFMessage', first, { transforms });
    scans.forEach((file, index) => {
      const time = timeOf(index);
      const pose = sequence.poses[index];
      if (pose !== undefined && toCamera !== undefined && toVelodyne !== undefined) {
        const base = compose(compose(toVelodyne, pose), toCamera);
        const moved = { transforms: [transformStamped(time, FRAMES.map, FRAMES.base, base)] };
        kitti.write(KITTI_TOPICS.tf, 'tf2_msgs/msg/TFMessage', time, moved);
        kitti.write(KITTI_TOPICS.groundTruth, 'nav_msgs/msg/Odometry', time, odometry(time, base));
      }
      const cloud = pointCloud(time, readScan(file));
      kitti.write(KITTI_TOPICS.pointCloud, 'sensor_msgs/msg/PointCloud2', time, cloud);
      counter.count();
    });
    writer.close();
    counter.end();
    return { path: writer.path, messageCount: writer.messageCount, topics: kitti.topics };
  } catch (error) {
    writer.discard();
    throw error;
  }
}
