import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import rclnodejs, { type Publisher, type Timer } from 'rclnodejs';
import { isScanFile, readKittiTrajectory, readScan } from '../datasets/kitti.js';
import type { Pose } from '../kiss_icp/pose.js';
import { odometryToMsg } from '../ros/messages.js';
import { doubleParameter, stringParameter } from '../ros/parameters.js';
import { createPointCloud2 } from '../ros/point_cloud2.js';
import { reliableQos, sensorQos } from '../ros/qos.js';

/**
 * Publishes the scans of a folder (KITTI's `.bin`) as `points`, in the order of their names, and
 * the poses of a trajectory file as `ground_truth/odometry`. Parameters: `folder`; `rate` in Hz;
 * `ground_truth`, a file in KITTI's format with the pose of the LiDAR at each scan, or nothing.
 */
export class ScanPlayerNode extends rclnodejs.Node {
  readonly #files: readonly string[];
  readonly #poses: readonly Pose[];
  readonly #points: Publisher;
  readonly #truth: Publisher;
  readonly #timer: Timer;
  #next = 0;

  constructor() {
    super('scan_player');
    const folder = stringParameter(this, 'folder', '.');
    const rate = doubleParameter(this, 'rate', 10);
    const truth = stringParameter(this, 'ground_truth', '');
    const names = readdirSync(folder).filter(isScanFile).sort();
    if (names.length === 0) throw new Error(`${folder} holds no scans (.bin, .bin.gz, .ks3.br)`);
    this.#files = names.map((name) => join(folder, name));
    this.#poses = truth === '' ? [] : readKittiTrajectory(truth);
    this.#points = this.createPublisher('sensor_msgs/msg/PointCloud2', 'points', {
      qos: sensorQos(5),
    });
    this.#truth = this.createPublisher('nav_msgs/msg/Odometry', 'ground_truth/odometry', {
      qos: reliableQos(10),
    });
    this.#timer = this.createTimer(BigInt(Math.round(1e9 / rate)), () => this.#publishNext());
    this.getLogger().info(`playing ${names.length} scans`);
  }

  #publishNext(): void {
    const scan = this.#next++;
    const file = this.#files[scan];
    if (file === undefined) {
      this.#timer.cancel();
      return;
    }
    const stamp = this.now().toMsg();
    this.#points.publish(createPointCloud2({ stamp, frame_id: 'velo_link' }, readScan(file)));
    const pose = this.#poses[scan];
    if (pose === undefined) return;
    const variances = { position: 0, orientation: 0 };
    const header = { stamp, frame_id: 'map' };
    this.#truth.publish(odometryToMsg(header, 'velo_link', pose, variances));
  }
}
