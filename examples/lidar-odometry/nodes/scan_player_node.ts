import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import rclnodejs, { type Timer } from 'rclnodejs';
import { isScanFile, readKittiTrajectory, readScan, type Scan } from '../datasets/kitti.js';
import type { Pose } from '../kiss_icp/pose.js';
import { type Output, odometryToMsg } from '../ros/messages.js';
import { boolParameter, doubleParameter, stringParameter } from '../ros/parameters.js';
import { createPointCloud2 } from '../ros/point_cloud2.js';
import { reliableQos, sensorQos } from '../ros/qos.js';

/**
 * Publishes the scans of a folder (KITTI's `.bin`) as `points`, in the order of their names, and
 * the poses of a trajectory file as `ground_truth/odometry`. Parameters: `folder`; `rate` in Hz;
 * `ground_truth`, a file in KITTI's format with the pose of the LiDAR at each scan, or nothing;
 * `preload`, true to read all scans before the first is due.
 *
 * Scan k is due k + 1 periods after the start, like the messages of a recording that is played:
 * where the clock has jumped over several, all of them are published, each with its own stamp.
 */
export class ScanPlayerNode extends rclnodejs.Node {
  readonly #scans: readonly (() => Scan)[];
  readonly #poses: readonly Pose[];
  readonly #points: Output;
  readonly #truth: Output;
  readonly #timer: Timer;
  readonly #period: bigint;
  readonly #start: bigint;
  #next = 0;

  constructor() {
    super('scan_player');
    const folder = stringParameter(this, 'folder', '.');
    const rate = doubleParameter(this, 'rate', 10);
    const truth = stringParameter(this, 'ground_truth', '');
    const preload = boolParameter(this, 'preload', false);
    const names = readdirSync(folder).filter(isScanFile).sort();
    if (names.length === 0) throw new Error(`${folder} holds no scans (.bin, .bin.gz, .ks3.br)`);
    this.#scans = names.map((name) => {
      const file = join(folder, name);
      const loaded = preload ? readScan(file) : undefined;
      return () => loaded ?? readScan(file);
    });
    this.#poses = truth === '' ? [] : readKittiTrajectory(truth);
    this.#points = this.createPublisher('sensor_msgs/msg/PointCloud2', 'points', {
      qos: sensorQos(5),
    });
    this.#truth = this.createPublisher('nav_msgs/msg/Odometry', 'ground_truth/odometry', {
      qos: reliableQos(10),
    });
    this.#period = BigInt(Math.round(1e9 / rate));
    this.#start = this.now().nanoseconds;
    this.#timer = this.createTimer(this.#period, () => this.#publishDue());
    this.getLogger().info(`playing ${names.length} scans`);
  }

  #publishDue(): void {
    const now = this.now().nanoseconds;
    for (;;) {
      const due = this.#start + BigInt(this.#next + 1) * this.#period;
      if (due > now) return;
      const scan = this.#scans[this.#next];
      if (scan === undefined) {
        this.#timer.cancel();
        return;
      }
      this.#publish(scan(), this.#poses[this.#next], due);
      this.#next++;
    }
  }

  #publish(scan: Scan, pose: Pose | undefined, time: bigint): void {
    const stamp = { sec: Number(time / 1_000_000_000n), nanosec: Number(time % 1_000_000_000n) };
    this.#points.publish(createPointCloud2({ stamp, frame_id: 'velo_link' }, scan));
    if (pose === undefined) return;
    const variances = { position: 0, orientation: 0 };
    const header = { stamp, frame_id: 'map' };
    this.#truth.publish(odometryToMsg(header, 'velo_link', pose, variances));
  }
}
